-- One index finds the items of a staff member, for the user's own clients, and the time booked on their days. The second index had the same
-- business and staff member for each item again.
create index appointment_items_of_staff on appointment_items (business_id, staff_id, starts_on)
include (duration_minutes, takes_time, appointment_id);

drop index appointment_items_by_staff;

drop index appointment_items_by_staff_day;
