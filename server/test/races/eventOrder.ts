import { expect, test } from "vitest";
import { fanOut } from "../../src/features/webhooks/delivery/fanOut.ts";
import { trueDatabaseClock } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { openRelay } from "../../src/platform/outbox/relay.ts";
import { publishedBodies } from "../../src/platform/outbox/table.ts";
import { settle } from "../fixtures/settle.ts";
import { sql } from "../fixtures/sql.ts";
import { isFullRun } from "../fullRun.ts";
import { workThrough } from "./clients.ts";
import type { RaceFixture } from "./fixture.ts";
import { wantedAppointment } from "./wantedAppointments.ts";

const AT = Date.UTC(2027, 2, 1, 9);
const MINUTE = 60_000;
const OTHER_OPERATIONS = 4;
const CHANGES = isFullRun ? 4_000 : 200;

/**
 * Tests that the events about a record are in the order of the record's versions (contract §7) even if several processes
 * change the record concurrently.
 */
export function testEventOrder(fixture: () => RaceFixture): void {
  test("concurrent changes of one appointment and one client are published and queued in the order of their versions", async () => {
    const { salon, batch, database } = fixture();
    const { businessId, clientId } = salon;
    const [client] = batch.clients;
    if (client === undefined) throw new Error("no client");
    const subscription = {
      url: "http://127.0.0.1:9/hook",
      events: ["appointment.updated", "client.updated"],
    };
    expect((await client("POST", "/webhooks", subscription)).status).toBe(201);
    const [staffId = ""] = salon.staffIds;
    const wanted = wantedAppointment(salon, [{ service: "cut", staffId }], AT);
    const booked = await client("POST", "/appointments", wanted.body);
    expect(booked.status).toBe(201);
    const path = `/appointments/${booked.body.data?.id}`;
    const failures: unknown[] = [];
    const log = (_message: string, error: unknown) => void failures.push(error);
    // Numbers events while other transactions write events, as the worker does.
    const relay = openRelay({ database, consumers: [fanOut(trueDatabaseClock)], log });
    const changes = Array.from({ length: CHANGES }, (_, index) => index);
    const replies = await workThrough(batch.clients, changes, async (ask, index) => {
      switch (index % OTHER_OPERATIONS) {
        case 0:
          // Changes other records in transactions that begin and end during the tested changes.
          return ask("POST", "/clients", { first_name: `Ada ${index}` });
        case 1:
          return ask("PATCH", `/clients/${clientId}`, { last_name: `Name ${index}` });
        case 2: {
          const starts_at = new Date(AT + index * MINUTE).toISOString();
          return ask("PATCH", `${path}/schedule`, { starts_at, force: true });
        }
        default:
          return ask("PATCH", `${path}/note`, { internal_note: newId() });
      }
    });
    expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 201]);
    await relay.close();
    expect(failures).toEqual([]);
    await settle(database, [fanOut(trueDatabaseClock)]);

    const events = await sql(database)<{ id: string; record_id: string; version: number }>`
      select
        id,
        coalesce(body_full::jsonb -> 'data' ->> 'id', '') as record_id,
        coalesce((body_full::jsonb -> 'data' ->> 'version')::bigint, 0) as version
      from events join ${publishedBodies} as bodies using (business_id, id)
      where business_id = ${businessId}
        and (type like 'appointment.%' or type like 'client.%')
      order by sequence`;
    const published = Map.groupBy(events, ({ record_id }) => record_id);
    for (const recordId of [booked.body.data?.id ?? "", clientId]) {
      const versions = (published.get(recordId) ?? []).map(({ version }) => version);
      expect(versions.length).toBeGreaterThan(changes.length / 8);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    }
    // Selects the deliveries of events in the order in which a worker sends them to the endpoint.
    const queued = (
      await sql(database)<{ event_id: string | null }>`
      select event_id
      from webhook_deliveries
      where business_id = ${businessId}
        and kind = 'event'
      order by due_at, id`
    ).map(({ event_id }) => event_id);
    const isSubscribed = new Set(queued);
    expect(queued).toEqual(events.map(({ id }) => id).filter((id) => isSubscribed.has(id)));
    expect(queued.length).toBeGreaterThan(changes.length / 2);
  }, 180_000);
}
