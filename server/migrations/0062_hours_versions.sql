-- A change of hours can name the version it is based on. A location's hours are part of its record, which counts its changes as
-- the table does; working hours are rows of other tables, so their feature counts them.
alter table locations
add column version integer not null default 1;

create function raise_location_version () returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- Publishing is no part of the record and does not change `updated_at`.
create trigger raise_version before update of updated_at on locations for each row
execute function raise_location_version ();

alter table staff
add column hours_version integer not null default 1;

drop trigger audit on locations;

drop trigger audit on staff;

call audit_rows('locations', 'location', 'id', 'id,version,created_at,updated_at');

call audit_rows('staff', 'staff', 'id', 'id,hours_version,created_at,updated_at');
