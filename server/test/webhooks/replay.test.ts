import type pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { isFullRun } from "../fullRun.ts";
import { everythingDelivered, writtenEvents } from "./deliveryReport.ts";
import { done, openWebhookApp, type ServedSalon, type WebhookApp } from "./fixture.ts";

let fixture: WebhookApp;
let foreign: pg.Client;
beforeEach(async () => {
  fixture = await openWebhookApp();
  // The connection uses another database on the same server.
  foreign = await connectedClient(fixture.connectionString.replace(/[^/]+$/, "postgres"));
});
afterEach(async () => {
  await foreign.end();
  await fixture.close();
});

const WRITERS = 16;
const READERS = 4;
const TRANSACTIONS = isFullRun ? 10 : 2;
const EVENTS_DURING_EACH = isFullRun ? 120 : 48;

test("readers that page through the events during concurrent writes and a long foreign transaction read each event once", async () => {
  const salon = await fixture.newSalon();
  const { businessId } = salon.salon;
  await fixture.startWorker();

  const written = { count: 0, isOver: false };
  const writers = Array.from({ length: WRITERS }, (_, writer) => bookAndCancel(salon, writer, written));
  const readers = Array.from({ length: READERS }, (_, reader) => readAlong(salon, 1 + reader * 33, written));
  for (let nth = 0; nth < TRANSACTIONS; nth++) {
    await foreign.query("begin");
    await foreign.query("select pg_current_xact_id()");
    const before = written.count;
    await vi.waitUntil(() => written.count >= before + EVENTS_DURING_EACH, { timeout: 120_000 });
    // The open transaction in the other database must not delay any event.
    const stored = (await writtenEvents(fixture.database, businessId)).length;
    await vi.waitUntil(async () => (await readAll(salon, 100)).length >= stored, { timeout: 120_000 });
    await foreign.query("commit");
  }
  written.isOver = true;
  await Promise.all(writers);
  await everythingDelivered(fixture.database, 90_000);

  const bodies = (await writtenEvents(fixture.database, businessId)).map(({ body }) => body);
  expect(bodies.length).toBeGreaterThanOrEqual(TRANSACTIONS * EVENTS_DURING_EACH);
  for (const reader of readers) {
    const { seen, goOn } = await reader;
    // Reads the events that were numbered after the last writer had ended.
    await goOn();
    expect(seen.length).toBe(bodies.length);
    expect(seen).toEqual(bodies);
  }
  expect(await readAll(salon, 7)).toEqual(bodies);
}, 300_000);

/** Books and cancels appointments in an hour that no other writer uses, until the test ends. Each round causes two events. */
async function bookAndCancel(
  { salon, call }: ServedSalon,
  nth: number,
  written: { count: number; isOver: boolean },
): Promise<void> {
  for (let turn = 0; !written.isOver; turn++) {
    const starts_at = new Date(Date.UTC(2027, 2, 1 + turn, nth)).toISOString();
    const item = { service_id: salon.cut, staff_id: salon.anna };
    const { locationId: location_id, clientId: client_id } = salon;
    const appointment = { location_id, client_id, starts_at, items: [item] };
    const { id } = await done(call("POST", "/appointments", appointment));
    await done(call("POST", `/appointments/${id}/transitions`, { to: "cancelled", notify_client: false }));
    written.count += 2;
  }
}

/** Reads all pages of events, and then polls for new events until the writers have ended. */
async function readAlong(
  salon: ServedSalon,
  limit: number,
  written: { isOver: boolean },
): Promise<{ seen: string[]; goOn(): Promise<void> }> {
  const seen: string[] = [];
  let cursor: string | undefined;
  const next = async () => {
    const page = await readPage(salon, limit, cursor);
    cursor = page.resume;
    seen.push(...page.bodies);
    return page.bodies.length;
  };
  while (!written.isOver) await next();
  return {
    seen,
    async goOn() {
      while ((await next()) > 0);
    },
  };
}

async function readAll(salon: ServedSalon, limit: number): Promise<string[]> {
  const bodies: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await readPage(salon, limit, cursor);
    bodies.push(...page.bodies);
    if (!page.hasMore) return bodies;
    cursor = page.resume;
  }
}

/** Reads a page of events. Returns their bodies byte for byte. */
async function readPage({ call }: ServedSalon, limit: number, cursor: string | undefined) {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  const { status, text, data } = await call("GET", `/events?${query}`);
  expect(status, text).toBe(200);
  const bodies: string[] = [];
  let from = text.indexOf('"items":[') + '"items":['.length;
  for (const item of data.items as object[]) {
    // A parsed body serializes to the same length, because the server serializes values like JSON.stringify.
    const body = text.slice(from, from + JSON.stringify(item).length);
    bodies.push(body);
    from += body.length + 1;
  }
  const { next_cursor, resume_cursor } = data as { next_cursor: string | null; resume_cursor: string };
  return { bodies, hasMore: next_cursor !== null, resume: resume_cursor };
}
