import pg from "pg";

/**
 * What does not fit together in the books of the evening, in sentences: visits that take time without all of their
 * claims, or give it back and have some; versions without exactly one event; events and claims of nothing.
 */
export async function loosePagesOf(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ page: string }>(LOOSE_PAGES);
  await client.end();
  return rows.map(({ page }) => page);
}

/**
 * A visit's claims, added up per subject, must cover what its items say once more: staff without the processing time,
 * each unit of a resource for the whole item, buffers included; nothing less and nothing more.
 */
const LOOSE_PAGES = `
  with items as (
    select
      item.*,
      item.starts_at - make_interval(mins => buffer_before_minutes) as busy_from,
      item.ends_at + make_interval(mins => buffer_after_minutes) as busy_until,
      item.starts_at + make_interval(mins => initial_minutes) as processes_from,
      item.starts_at + make_interval(mins => initial_minutes + processing_minutes) as finishes_from
    from appointment_items as item
    join appointments as visit on visit.business_id = item.business_id and visit.id = item.appointment_id
    where visit.status in ('requested', 'booked', 'arrived', 'completed')
  ),
  stretches as (
    select appointment_id, staff_id as subject_id, 0 as unit, tstzrange(busy_from, case when processing_minutes = 0 then busy_until else processes_from end) as during
    from items
    union all
    select appointment_id, staff_id, 0, tstzrange(finishes_from, busy_until)
    from items
    where processing_minutes > 0 and finishes_from < busy_until
    union all
    select
      appointment_id,
      resource_id,
      (row_number() over (partition by items.id, resource_id))::integer,
      tstzrange(busy_from, busy_until)
    from items
    cross join unnest(resource_ids) as resource_id
  ),
  wanted as (
    select appointment_id, subject_id, unit, range_agg(during) as during
    from stretches
    group by appointment_id, subject_id, unit
  ),
  expected as (
    select appointment_id, subject_id, unnest(during) as during
    from wanted
  ),
  found as (
    select appointment_id, subject_id, during
    from claims
    where appointment_id is not null
  ),
  told as (
    select body_ids::jsonb #>> '{data,id}' as appointment_id, count(*) as times, count(*) filter (where type = 'appointment.created') as births
    from events
    where type like 'appointment.%'
    group by 1
  )
  select 'claim missing: ' || missing::text as page
  from (select * from expected except all select * from found) as missing
  union all
  select 'claim too many: ' || surplus::text
  from (select * from found except all select * from expected) as surplus
  union all
  select 'visit without items: ' || visit.id
  from appointments as visit
  where not exists (select from appointment_items as item where item.appointment_id = visit.id)
  union all
  select 'items without visit: ' || item.appointment_id
  from appointment_items as item
  where not exists (select from appointments as visit where visit.id = item.appointment_id)
  union all
  select 'version ' || visit.version || ' of visit ' || visit.id || ' was told ' || coalesce(told.times, 0) || ' times'
  from appointments as visit
  left join told on told.appointment_id = visit.id::text
  where coalesce(told.times, 0) <> visit.version or told.births <> 1
  union all
  select 'event without visit: ' || told.appointment_id
  from told
  where not exists (select from appointments as visit where visit.id::text = told.appointment_id)
  order by page
`;
