-- Indexes for business members with the role `staff`, who see only the clients with whom they have appointments and the
-- clients that they created.

create index appointment_items_by_staff on appointment_items (business_id, staff_id, appointment_id);
create index clients_by_creator on clients (business_id, created_by)
  where created_by is not null;
