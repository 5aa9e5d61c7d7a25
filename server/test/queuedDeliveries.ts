import { newId } from "../src/kernel/ids.ts";
import { column, statement } from "../src/platform/database/index.ts";
import type { OpenSalon } from "./openSalon.ts";

const HOUR_MS = 3_600_000;

const insertEvent = statement(
  "test_queued_insert_event",
  {},
  `insert into events (business_id, id, type, created_at, body_full, body_ids)
   values ($1, $2, 'client.created', clock_timestamp() - make_interval(secs => $3), '{"form":"full"}', '{"form":"ids"}')`,
);
const insertDelivery = statement(
  "test_queued_insert_delivery",
  {},
  `insert into webhook_deliveries
     (business_id, id, endpoint_id, kind, event_id, event_type, status, due_at, attempts, created_at, updated_at)
   values ($1, $2, $3, $4, $5, 'client.created', $6, $7, $8, $9, $9)`,
);
const readQueue = statement(
  "test_queued_read",
  {
    id: column.id,
    kind: column.text,
    status: column.text,
    due_in_ms: column.nullable(column.integer),
    next_due_in_ms: column.nullable(column.integer),
  },
  `select d.id, d.kind, d.status, (extract(epoch from d.due_at - clock_timestamp()) * 1000)::bigint as due_in_ms,
     (extract(epoch from e.next_due_at - clock_timestamp()) * 1000)::bigint as next_due_in_ms
   from webhook_deliveries d
   join webhook_endpoints e on e.business_id = d.business_id and e.id = d.endpoint_id
   where d.business_id = $1
     and d.endpoint_id = $2
   order by d.due_at nulls last, d.id`,
);

/** What a test finds in an endpoint's queue, in the order in which it is due; minutes are whole ones from now. */
export async function queueOf({ database, salon }: OpenSalon, endpointId: string) {
  const rows = await database.query(readQueue, [salon.businessId, endpointId]);
  // Not minus zero, which tests would tell from zero.
  const minutes = (ms: number | null) => (ms === null ? null : Math.round(ms / 60_000) || 0);
  return rows.map(({ id, kind, status, due_in_ms, next_due_in_ms }) => ({
    id,
    kind,
    status,
    dueInMinutes: minutes(due_in_ms),
    nextDueInMinutes: minutes(next_due_in_ms),
  }));
}

/** Puts a delivery into an endpoint's queue or log as if it had come there by itself; answers its id. */
export async function queued(
  { database, salon }: OpenSalon,
  endpointId: string,
  delivery: {
    readonly kind?: "event" | "redelivery";
    readonly status?: "pending" | "succeeded" | "failed";
    /** Of its event, by the database's clock. */
    readonly ageHours?: number;
    readonly dueInMinutes?: number;
    readonly attempts?: readonly object[];
  } = {},
): Promise<string> {
  const { kind = "event", status = "pending", ageHours = 0, dueInMinutes, attempts = [] } = delivery;
  const [id, eventId] = [newId(), newId()];
  // The machine's clock, as the database reads it too.
  const now = performance.timeOrigin + performance.now();
  const dueAt = dueInMinutes === undefined ? null : new Date(now + dueInMinutes * 60_000);
  const createdAt = new Date(now - ageHours * HOUR_MS);
  await database.query(insertEvent, [salon.businessId, eventId, ageHours * 3_600]);
  const values = [id, endpointId, kind, eventId, status, dueAt, JSON.stringify(attempts), createdAt];
  await database.query(insertDelivery, [salon.businessId, ...values]);
  return id;
}

const disable = statement(
  "test_queued_disable",
  {},
  `update webhook_endpoints
   set status = 'disabled', disabled_at = clock_timestamp(), failing_since = clock_timestamp() - interval '3 days',
     last_failure_at = clock_timestamp(), last_error = 'answered 500', next_due_at = null
   where business_id = $1
     and id = $2`,
);

/** Turns an endpoint off, as three days of failures do. */
export async function disabled({ database, salon }: OpenSalon, endpointId: string): Promise<void> {
  await database.query(disable, [salon.businessId, endpointId]);
}
