-- A request that changes hours can name the version on which it is based. A location's hours are part of the location's record,
-- so a trigger on the table increments the version. Working hours are in other tables, so the server's code increments
-- hours_version.
alter table locations
add column version integer not null default 1;

create function raise_location_version () returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- Publishing is not part of the record: it does not change `updated_at`, so it does not increment the version.
create trigger raise_version before update of updated_at on locations for each row
execute function raise_location_version ();

alter table staff
add column hours_version integer not null default 1;

drop trigger audit on locations;

drop trigger audit on staff;

call audit_rows('locations', 'location', 'id', 'id,version,created_at,updated_at');

call audit_rows('staff', 'staff', 'id', 'id,hours_version,created_at,updated_at');
