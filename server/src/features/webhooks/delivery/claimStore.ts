import { column, statement } from "../../../platform/database/index.ts";

const claimColumns = { business_id: column.id, endpoint_id: column.id, lease_number: column.integer };

/*
 * Taking endpoints: $2 of them at most, the one that has been due for longest first, each until $3 milliseconds from
 * now. Those that somebody else is just taking are passed over. The two lanes are two statements because each has an
 * index made for it.
 */
const takeFrom = (lane: "is null" | "is not null") =>
  `with moment as (
     select clock_timestamp() + make_interval(secs => $1::bigint / 1000.0) as now
   ),
   due as (
     select business_id, id
     from webhook_endpoints
     where next_due_at <= (select now from moment)
       and failing_since ${lane}
       and (lease_until is null or lease_until <= (select now from moment))
     order by next_due_at, id
     limit $2
     for no key update skip locked
   )
   update webhook_endpoints e
   set lease_until = moment.now + make_interval(secs => $3::bigint / 1000.0), lease_number = e.lease_number + 1
   from due, moment
   where e.business_id = due.business_id
     and e.id = due.id
   returning e.business_id, e.id as endpoint_id, e.lease_number`;

export const takeHealthy = statement("webhook_claims_take_healthy", claimColumns, takeFrom("is null"));

export const takeFailing = statement("webhook_claims_take_failing", claimColumns, takeFrom("is not null"));

export const dueColumns = {
  endpoint_id: column.id,
  url: column.text,
  secret_encrypted: column.text,
  earlier_secret_encrypted: column.nullable(column.text),
  id: column.id,
  kind: column.oneOf("event", "redelivery", "test"),
  event_id: column.nullable(column.id),
  event_type: column.text,
  attempt_count: column.integer,
  created_at: column.instant,
  body: column.nullable(column.text),
  now: column.instant,
};

/**
 * What to send next to each of the endpoints $2 taken as number $3 of the businesses $1: of what is due, that which has
 * been for longest. Nothing for one that has nothing due, is gone, or was taken by somebody else meanwhile. The body is
 * the full one only where it was written and the business sends full ones at this moment (contract §7).
 */
export const nextDeliveries = statement(
  "webhook_claims_next",
  dueColumns,
  `with moment as (
     select clock_timestamp() + make_interval(secs => $4::bigint / 1000.0) as now
   )
   select e.id as endpoint_id, e.url, e.secret_encrypted,
     case when e.earlier_secret_until > moment.now then e.earlier_secret_encrypted end as earlier_secret_encrypted,
     d.id, d.kind, d.event_id, d.event_type, d.attempt_count, d.created_at,
     case when b.webhook_payload = 'full' then coalesce(v.body_full, v.body_ids) else v.body_ids end as body,
     coalesce(moment.now, clock_timestamp()) as now
   from moment
   cross join unnest($1::uuid[], $2::uuid[], $3::bigint[]) as taken(business_id, endpoint_id, lease_number)
   join webhook_endpoints e on e.business_id = taken.business_id
     and e.id = taken.endpoint_id
     and e.lease_number = taken.lease_number
   join businesses b on b.id = taken.business_id
   cross join lateral (
     select id, kind, event_id, event_type, attempt_count, created_at
     from webhook_deliveries
     where business_id = taken.business_id
       and endpoint_id = taken.endpoint_id
       and due_at <= (select now from moment)
     order by due_at, id
     limit 1
   ) d
   left join events v on v.business_id = taken.business_id
     and v.id = d.event_id`,
);

/** Gives an endpoint back that was taken as number $3; its queue must be locked and is counted anew. */
export const giveBack = statement(
  "webhook_claims_give_back",
  {},
  `update webhook_endpoints e
   set lease_until = null,
     next_due_at = (
       select min(d.due_at)
       from webhook_deliveries d
       where d.business_id = e.business_id
         and d.endpoint_id = e.id
         and d.due_at is not null
     )
   where e.business_id = $1
     and e.id = $2
     and e.lease_number = $3`,
);
