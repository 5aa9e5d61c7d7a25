-- Time that has become free and has not been matched with the waitlist yet. Triggers write the rows in the transaction of the
-- change, regardless of the code that makes the change, and only for businesses with open waitlist entries. A job gives each
-- row a location and a due time, because only the server has the time zones and the current time of the business, and deletes
-- the row after matching.
create table freed_times (
  business_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Null until the job has read the row.
  location_id uuid,
  due_at timestamptz,
  -- Null if hours or a capacity have changed: the row then covers all time from now on.
  starts_at timestamptz,
  ends_at timestamptz,
  -- The hold that had taken the time; null if the time was not taken by a hold.
  hold_id uuid,
  written_at timestamptz not null default clock_timestamp(),
  constraint freed_times_pkey primary key (business_id, id),
  constraint freed_times_have_both_ends check ((starts_at is null) = (ends_at is null)),
  constraint freed_times_are_planned_whole check ((location_id is null) = (due_at is null))
);

create index freed_times_unplanned on freed_times (written_at, id)
where
  due_at is null;

create index freed_times_due on freed_times (due_at, business_id, location_id)
where
  due_at is not null;

create function is_restoring () returns boolean language sql stable as $$
  select coalesce(nullif(current_setting('daybook.actor', true), ''), '{}')::jsonb ->> 'kind' = 'restore'
$$;

create function note_freed_claims () returns trigger language plpgsql as $$
begin
  if is_restoring() then
    return null;
  end if;
  insert into freed_times (business_id, starts_at, ends_at, hold_id)
  select distinct business_id, lower(during), upper(during), hold_id
  from gone
  where exists (
    select
    from waitlist_entries as entry
    where entry.business_id = gone.business_id and entry.status in ('waiting', 'offered')
  );
  return null;
end
$$;

create trigger note_freed_claims after delete on claims referencing old table as gone
for each statement execute function note_freed_claims ();

create function note_freed_hours () returns trigger language plpgsql as $$
begin
  if is_restoring() then
    return null;
  end if;
  insert into freed_times (business_id)
  select distinct business_id
  from changed
  where exists (
    select
    from waitlist_entries as entry
    where entry.business_id = changed.business_id and entry.status in ('waiting', 'offered')
  );
  return null;
end
$$;

create trigger note_freed_hours after insert on location_hours referencing new table as changed
for each statement execute function note_freed_hours ();
create trigger note_freed_hours after insert on staff_hours referencing new table as changed
for each statement execute function note_freed_hours ();
create trigger note_freed_hours after insert on location_hour_exceptions referencing new table as changed
for each statement execute function note_freed_hours ();
create trigger note_freed_hours_undone after delete on location_hour_exceptions referencing old table as changed
for each statement execute function note_freed_hours ();
create trigger note_freed_hours after insert on staff_hour_exceptions referencing new table as changed
for each statement execute function note_freed_hours ();
create trigger note_freed_hours_undone after delete on staff_hour_exceptions referencing old table as changed
for each statement execute function note_freed_hours ();

create function note_freed_capacity () returns trigger language plpgsql as $$
begin
  if not is_restoring() then
    insert into freed_times (business_id)
    select new.business_id
    where exists (
      select
      from waitlist_entries as entry
      where entry.business_id = new.business_id and entry.status in ('waiting', 'offered')
    );
  end if;
  return null;
end
$$;

create trigger note_freed_capacity after update of capacity on subjects
for each row when (new.capacity > old.capacity) execute function note_freed_capacity ();
