import { vi } from "vitest";
import type { EventType } from "../../src/kernel/events.ts";
import { column, type Database, statement } from "../../src/platform/database/index.ts";
import { publishedBodies } from "../../src/platform/outbox/table.ts";
import { sql } from "../fixtures/sql.ts";
import type { ReceiverServer } from "./receiverServer.ts";

/** An event as stored in the database. */
export interface WrittenEvent {
  readonly id: string;
  readonly type: EventType;
  /** The body to deliver: the full body if the event has one, otherwise the ids-only body. */
  readonly body: string;
}

const readEvents = statement({
  name: "test_report_events",
  params: { businessId: column.id },
  columns: { id: column.id, type: column.oneOf<EventType>(), body: column.text },
  sql: `select id, type, coalesce(body_full, body_ids) as body
        from events join ${publishedBodies} as bodies using (business_id, id)
        where business_id = $businessId
        order by sequence nulls last, id`,
});

export function writtenEvents(database: Database, businessId: string): Promise<WrittenEvent[]> {
  return database.query(readEvents, { businessId });
}

/** Waits until every event has a number and no delivery is pending. */
export async function everythingDelivered(database: Database, timeout: number): Promise<void> {
  const isDone = async () =>
    (
      await sql(database)<{ count: number }>`
    select (select count(*) from events where sequence is null)
    + (select count(*) from webhook_deliveries where status = 'pending') as count`
    )[0]?.count === 0;
  await vi.waitUntil(isDone, { timeout, interval: 100 });
}

/** Joins a receiver's name and an event's id into one string. */
export const pairOf = (name: string, eventId: string | null) => `${name} ${eventId}`;

/**
 * Returns the deliveries that have arrived but are not recorded as delivered. If no worker is running, these deliveries were in
 * flight when the last worker ended.
 */
export async function inFlight(
  database: Database,
  receivers: ReceiverServer,
  names: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const arrived = new Set(receivers.deliveries.map(({ name, eventId }) => pairOf(name, eventId)));
  const rows = await sql(database)<{ endpoint_id: string; event_id: string | null }>`
    select endpoint_id, event_id from webhook_deliveries where status = 'pending'`;
  const pairs = rows.map((row) => pairOf(names.get(row.endpoint_id) ?? "", row.event_id));
  return new Set(pairs.filter((pair) => arrived.has(pair)));
}

/** The differences between stored and received events, for the receivers of one business. */
export interface DeliveryReport {
  /** Events that were stored but never received, as receiver and event id. */
  readonly missing: string[];
  /** Events that were received but never stored. */
  readonly unknown: string[];
  /** Events whose received body differs from the stored body. */
  readonly altered: string[];
  /** Events that were received more than once, listed once per repetition. */
  readonly repeated: string[];
}

export function deliveryReportOf(
  receivers: ReceiverServer,
  names: readonly string[],
  written: readonly WrittenEvent[],
): DeliveryReport {
  const bodies = new Map(written.map(({ id, body }) => [id, body]));
  const report: DeliveryReport = { missing: [], unknown: [], altered: [], repeated: [] };
  for (const name of names) {
    const seen = new Set<string>();
    for (const { eventId, body } of receivers.deliveries.filter((one) => one.name === name)) {
      const pair = pairOf(name, eventId);
      if (!bodies.has(eventId)) report.unknown.push(pair);
      else if (bodies.get(eventId) !== body) report.altered.push(pair);
      if (seen.has(eventId)) report.repeated.push(pair);
      seen.add(eventId);
    }
    for (const { id } of written) if (!seen.has(id)) report.missing.push(pairOf(name, id));
  }
  return report;
}

/** The expected report without `repeated`. Each test decides which repetitions are allowed. */
export const COMPLETE = { missing: [], unknown: [], altered: [] };
