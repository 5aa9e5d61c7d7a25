-- The client fields that the booking page requests from new clients; null for all fields.
alter table booking_pages
add column client_field_ids uuid[];
