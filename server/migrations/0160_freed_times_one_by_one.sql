-- The triggers read the changed rows before they query other tables. On a cluster, a statement may not join the changed rows of
-- a trigger with a distributed table.
create or replace function note_freed_claims () returns trigger language plpgsql as $$
declare
  freed record;
begin
  if is_restoring() then
    return null;
  end if;
  for freed in
    select distinct business_id, lower(during) as starts_at, upper(during) as ends_at, hold_id
    from gone
  loop
    insert into freed_times (business_id, starts_at, ends_at, hold_id)
    select freed.business_id, freed.starts_at, freed.ends_at, freed.hold_id
    where exists (
      select
      from waitlist_entries as entry
      where entry.business_id = freed.business_id and entry.status in ('waiting', 'offered')
    );
  end loop;
  return null;
end
$$;

create or replace function note_freed_hours () returns trigger language plpgsql as $$
declare
  freed_business_id uuid;
begin
  if is_restoring() then
    return null;
  end if;
  for freed_business_id in
    select distinct business_id
    from changed
  loop
    insert into freed_times (business_id)
    select freed_business_id
    where exists (
      select
      from waitlist_entries as entry
      where entry.business_id = freed_business_id and entry.status in ('waiting', 'offered')
    );
  end loop;
  return null;
end
$$;
