-- A worker of a Citus cluster evaluates tg_op before it sends the insert to the shard. In a CASE of the form `case tg_op when
-- …`, the worker replaced the compared text with a boolean, so every change of an appointment failed. Each branch now compares
-- tg_op itself.
create or replace function note_appointment_change () returns trigger language plpgsql as $$
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
    case when tg_op = 'INSERT' then 'created' when tg_op = 'DELETE' then 'deleted' else 'changed' end,
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
