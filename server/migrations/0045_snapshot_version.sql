-- Triggers on the tables from which a business's scheduling snapshot is read increment the snapshot's version, so that no
-- code has to increment it. The triggers increment the version once per transaction, because all changes of a
-- transaction become visible at its commit; the setting daybook.raised_snapshots lists the businesses whose version the
-- transaction has incremented.

create function raise_snapshot_version () returns trigger language plpgsql as $$
declare
  changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  changed_business uuid := coalesce(changed ->> 'business_id', changed ->> 'id')::uuid;
  raised text := coalesce(current_setting('daybook.raised_snapshots', true), '');
begin
  -- A restore writes the version from the backup.
  if coalesce(nullif(current_setting('daybook.actor', true), ''), '{}')::jsonb ->> 'kind' = 'restore'
    or position(changed_business::text in raised) > 0 then
    return null;
  end if;
  perform set_config('daybook.raised_snapshots', raised || changed_business::text, true);
  update calendars
  set snapshot_version = snapshot_version + 1
  where business_id = changed_business;
  return null;
end
$$;

create trigger raise_snapshot_version after update of currency, webhook_payload on businesses
for each row execute function raise_snapshot_version ();
create trigger raise_snapshot_version after update of capacity on subjects
for each row execute function raise_snapshot_version ();

do $$
declare
  snapshot_table text;
begin
  foreach snapshot_table in array array[
    'locations', 'location_hours', 'location_hour_exceptions', 'resources',
    'services', 'service_locations', 'service_resources', 'service_staff',
    'staff', 'staff_locations', 'staff_hours', 'staff_hour_exceptions',
    'form_templates', 'form_template_services', 'policies'
  ]
  loop
    execute format(
      'create trigger raise_snapshot_version after insert or update or delete on %I for each row execute function raise_snapshot_version ()',
      snapshot_table
    );
  end loop;
end
$$;
