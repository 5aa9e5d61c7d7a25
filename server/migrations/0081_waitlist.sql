-- Clients who wait for an appointment at a location: the services that they want, and the days and wall-clock times at which they
-- are available.
create table waitlist_entries (
  business_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  client_id uuid not null,
  status text not null,
  -- [{service_id, staff_id}] in the order of performance; staff_id is null for any staff member.
  items jsonb not null,
  -- [{from, to, weekdays, starts, ends}]: local dates and wall-clock times at the location.
  windows jsonb not null,
  min_notice_minutes integer not null,
  -- The client's existing appointment, which an earlier appointment would replace.
  replaces_appointment_id uuid,
  note text,
  priority integer not null,
  source text not null,
  -- The last local date of the windows, and the end of that day at the location.
  expires_on date not null,
  expires_at timestamptz not null,
  joined_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  constraint waitlist_entries_pkey primary key (business_id, id),
  constraint waitlist_entries_location_fkey foreign key (business_id, location_id) references locations (business_id, id),
  constraint waitlist_entries_client_fkey foreign key (business_id, client_id) references clients (business_id, id),
  constraint waitlist_entries_replaces_fkey foreign key (business_id, replaces_appointment_id) references appointments (business_id, id),
  constraint waitlist_entries_status_is_known check (status in ('waiting', 'cancelled', 'expired')),
  constraint waitlist_entries_source_is_known check (source in ('online', 'app')),
  constraint waitlist_entries_items_are_bounded check (jsonb_array_length(items) between 1 and 10),
  constraint waitlist_entries_windows_are_bounded check (jsonb_array_length(windows) between 1 and 5)
);

create index waitlist_entries_by_joining on waitlist_entries (business_id, joined_at, id);

create index waitlist_entries_by_client on waitlist_entries (business_id, client_id, joined_at, id);

create index waitlist_entries_waiting_until on waitlist_entries (expires_at)
where
  status = 'waiting';

call audit_rows('waitlist_entries', 'waitlist_entry', 'id', 'version,joined_at,updated_at,expires_at');

-- Records a change for the staff members that the entry names now or named before.
create function note_waitlist_change () returns trigger language plpgsql as $$
begin
  if coalesce(nullif(current_setting('daybook.actor', true), ''), '{}')::jsonb ->> 'kind' = 'restore' then
    return null;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(old) = to_jsonb(new) then
    return null;
  end if;
  insert into changes (business_id, entity, entity_id, kind, location_id, staff_ids, written_at)
  select
    new.business_id,
    'waitlist',
    new.id,
    case tg_op when 'INSERT' then 'created' else 'changed' end,
    new.location_id,
    coalesce(
      (
        select array_agg(distinct (item ->> 'staff_id')::uuid)
        from jsonb_array_elements(coalesce(to_jsonb(old) -> 'items', '[]') || new.items) as item
        where item ->> 'staff_id' is not null
      ),
      '{}'
    ),
    clock_timestamp();
  return null;
end
$$;

create trigger note_change after insert or update on waitlist_entries
for each row execute function note_waitlist_change ();
