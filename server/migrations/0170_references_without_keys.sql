-- Rows of businesses, locations, staff members and policies are never deleted. These triggers reject deletions; the table
-- policies already has such a trigger.
create function rows_stay () returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never deleted: other tables reference them without a foreign key', tg_argv[0];
end
$$;

create trigger businesses_stay before delete or truncate on businesses for each statement execute function rows_stay ('businesses');

create trigger locations_stay before delete or truncate on locations for each statement execute function rows_stay ('locations');

create trigger staff_stay before delete or truncate on staff for each statement execute function rows_stay ('staff');

-- Each booking inserts these references. A foreign key would look up and lock the referenced row for every booking (decision
-- 102).
alter table events drop constraint events_business_fkey;

alter table appointments drop constraint appointments_location_fkey, drop constraint appointments_policy_fkey;

alter table appointment_items drop constraint appointment_items_staff_fkey;
