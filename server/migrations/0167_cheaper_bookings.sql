-- Writes the change of an appointment from its columns. The general function converts the row to JSON, which would cost CPU
-- time in every booking.
create function note_appointment_change () returns trigger language plpgsql as $$
declare
  changed appointments;
begin
  if coalesce(nullif(current_setting('daybook.actor', true), ''), '{}')::jsonb ->> 'kind' = 'restore' then
    return null;
  end if;
  if tg_op = 'UPDATE' and old *= new then
    return null;
  end if;
  if tg_op = 'DELETE' then
    changed := old;
  else
    changed := new;
  end if;
  insert into changes (
    business_id, entity, entity_id, kind, location_id, starts_at, staff_ids, appointment_id, client_id, written_at
  )
  values (
    changed.business_id,
    'appointments',
    changed.id,
    case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'changed' end,
    changed.location_id,
    changed.starts_at,
    '{}',
    changed.id,
    changed.client_id,
    clock_timestamp()
  );
  return null;
end
$$;

drop trigger note_change on appointments;

create trigger note_change after insert or update or delete on appointments
for each row execute function note_appointment_change ();

-- A change is inserted without a position and an event without a sequence number, so these indexes do not contain new rows.
drop index changes_by_position;

create index changes_by_position on changes (business_id, position)
where
  position is not null;

drop index changes_by_last_position;

create index changes_by_last_position on changes (position)
where
  position is not null;

alter table events drop constraint events_sequence_key;

create unique index events_sequence_key on events (business_id, sequence)
where
  sequence is not null;
