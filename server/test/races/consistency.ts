import { publishedBodies } from "../../src/platform/outbox/table.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";

/**
 * Lists inconsistencies in a database as sentences: missing and surplus claims of appointments, versions without exactly one
 * event, and events and items without an appointment.
 */
export async function inconsistenciesOf(connectionString: string): Promise<string[]> {
  const client = await connectedClient(connectionString);
  try {
    const found: string[] = [];
    // Queries each business separately, so that a cluster runs the query on the node that stores the business.
    const { rows: businesses } = await client.query<{ id: string }>("select id from businesses order by id");
    for (const { id } of businesses) {
      const { rows } = await client.query<{ inconsistency: string }>(INCONSISTENCIES, [id]);
      found.push(...rows.map(({ inconsistency }) => inconsistency));
    }
    return found;
  } finally {
    await client.end();
  }
}

/**
 * Selects the inconsistencies. The claims of an appointment, merged per subject, must equal the busy time computed from its
 * items. A staff member is free during processing; a unit of a resource is busy for the whole item, including buffers.
 */
const INCONSISTENCIES = `
  with items as (
    select
      item.*,
      item.starts_at - make_interval(mins => buffer_before_minutes) as busy_from,
      item.ends_at + make_interval(mins => buffer_after_minutes) as busy_until,
      item.starts_at + make_interval(mins => initial_minutes) as processes_from,
      item.starts_at + make_interval(mins => initial_minutes + processing_minutes) as finishes_from
    from appointment_items as item
    join appointments as appointment on appointment.business_id = item.business_id and appointment.id = item.appointment_id
    where item.business_id = $1 and appointment.status in ('requested', 'booked', 'arrived', 'completed')
  ),
  intervals as (
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
    from intervals
    group by appointment_id, subject_id, unit
  ),
  expected as (
    select appointment_id, subject_id, unnest(during) as during
    from wanted
  ),
  found as (
    select appointment_id, subject_id, during
    from claims
    where business_id = $1 and appointment_id is not null
  ),
  published as (
    select body_ids::jsonb #>> '{data,id}' as appointment_id, count(*) as times, count(*) filter (where type = 'appointment.created') as births
    from events join ${publishedBodies} as bodies using (business_id, id)
    where business_id = $1 and type like 'appointment.%'
    group by 1
  )
  select 'claim missing: ' || missing::text as inconsistency
  from (select * from expected except all select * from found) as missing
  union all
  select 'claim too many: ' || surplus::text
  from (select * from found except all select * from expected) as surplus
  union all
  select 'appointment without items: ' || appointment.id
  from appointments as appointment
  where appointment.business_id = $1
    and not exists (select from appointment_items as item where item.business_id = $1 and item.appointment_id = appointment.id)
  union all
  select 'items without appointment: ' || item.appointment_id
  from appointment_items as item
  where item.business_id = $1
    and not exists (select from appointments as appointment where appointment.business_id = $1 and appointment.id = item.appointment_id)
  union all
  select 'version ' || appointment.version || ' of appointment ' || appointment.id || ' has ' || coalesce(published.times, 0) || ' events'
  from appointments as appointment
  left join published on published.appointment_id = appointment.id::text
  where appointment.business_id = $1 and (coalesce(published.times, 0) <> appointment.version or published.births <> 1)
  union all
  select 'event without appointment: ' || published.appointment_id
  from published
  where not exists (
    select from appointments as appointment where appointment.business_id = $1 and appointment.id::text = published.appointment_id
  )
  order by inconsistency
`;
