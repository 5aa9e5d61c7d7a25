-- The client fields that the booking page asks new clients; null: all of them.
alter table booking_pages
add column client_field_ids uuid[];
