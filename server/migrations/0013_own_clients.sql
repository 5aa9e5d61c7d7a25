-- A member of the staff sees the clients they have visits with, and those they have written down themselves.

create index appointment_items_by_staff on appointment_items (business_id, staff_id, appointment_id);
create index clients_by_creator on clients (business_id, created_by)
  where created_by is not null;
