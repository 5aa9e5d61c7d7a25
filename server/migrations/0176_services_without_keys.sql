-- Items reference services without a foreign key (decision 104): it looked up and locked the service in every booking, and concurrent
-- bookings of one service locked the same row. Only an undone import deletes services. A deletion takes the locks of the bookings: a
-- booking inserts items only while it holds the lock of a staff member, and it checks the snapshot version after it has this lock. So an
-- earlier booking is visible here, and a later one no longer finds the service.
create function keep_booked_service () returns trigger language plpgsql as $$
begin
  perform from calendars
  where business_id = old.business_id
  for no key update;
  perform from subjects
  where business_id = old.business_id
  order by id
  for no key update;
  if exists (
    select
    from appointment_items
    where business_id = old.business_id
      and service_id = old.id
  ) then
    raise foreign_key_violation using
      message = 'an appointment has the service',
      schema = tg_table_schema,
      table = 'appointment_items',
      constraint = 'appointment_items_service_fkey';
  end if;
  return old;
end
$$;

create trigger keep_booked_service before delete on services
for each row execute function keep_booked_service ();

alter table appointment_items drop constraint appointment_items_service_fkey;
