import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closedAtEnd } from "../fixtures/closeAtEnd.ts";
import { sql } from "../fixtures/sql.ts";
import { isFullRun } from "../fullRun.ts";
import {
  COMPLETE,
  deliveryReportOf,
  everythingDelivered,
  inFlight,
  writtenEvents,
} from "./deliveryReport.ts";
import {
  done,
  openWebhookApp,
  type RunningWorker,
  type ServedSalon,
  subscribe,
  type WebhookApp,
} from "./fixture.ts";
import { openReceiverServer, type ReceiverServer } from "./receiverServer.ts";

let fixture: WebhookApp;
let receivers: ReceiverServer;
/** The worker that the last test has left running, because each start takes more than a second of CPU time. */
let running: RunningWorker | undefined;
beforeAll(async () => {
  fixture = closedAtEnd(await openWebhookApp());
}, 240_000);
beforeEach(async () => {
  receivers = await openReceiverServer();
});
afterEach(() => receivers.close());

/** The number of kills. `npm test` kills the worker only once, because each kill takes about ten seconds. */
const KILLS = isFullRun ? 50 : 1;
/**
 * The number of salons. The kills alternate between them, because the endpoints of a killed worker get no deliveries until
 * its leases expire, which takes up to twenty seconds.
 */
const SALONS = Math.min(12, KILLS);
const ENDPOINTS = 3;

test(`a worker killed ${KILLS} times while a receiver holds its request loses no event, and repeats only deliveries in flight`, async () => {
  const salons: ServedSalon[] = [];
  const names = new Map<string, string>();
  for (let nth = 0; nth < SALONS; nth++) {
    const salon = await fixture.newSalon();
    salons.push(salon);
    for (let index = 0; index < ENDPOINTS; index++) {
      const name = `${nth}-${index}`;
      names.set(await subscribe(salon, receivers, name), name);
    }
  }

  const mayBeRepeated: string[] = [];
  let worker = running ?? (await fixture.startWorker());
  // First delivers the events of the salons' first clients. Otherwise, the first kill would delay all endpoints.
  await everythingDelivered(fixture.database, 90_000);
  for (let kill = 0; kill < KILLS; kill++) {
    const salon = salons[kill % SALONS] as ServedSalon;
    // Kills the worker during deliveries: in the middle of a burst and, in later rounds, also at the first delivery of a burst.
    const held = receivers.holdNext(1 + ((kill + 1) % (2 * ENDPOINTS)));
    await twoChanges(salon);
    await held.arrived;
    await worker.kill();
    const pending = await inFlight(fixture.database, receivers, names);
    // At most ten deliveries per endpoint are in flight, including those that earlier kills interrupted.
    const ofEndpoint = Map.groupBy(pending, (pair) => pair.split(" ")[0]);
    expect(pending.size).toBeGreaterThan(0);
    for (const pairs of ofEndpoint.values()) expect(pairs.length).toBeLessThanOrEqual(10);
    mayBeRepeated.push(...pending);
    held.release();
    worker = await fixture.startWorker();
  }
  running = worker;
  await everythingDelivered(fixture.database, 90_000);

  expect(receivers.refused).toEqual([]);
  const repeated: string[] = [];
  for (const [nth, { salon }] of salons.entries()) {
    const written = await writtenEvents(fixture.database, salon.businessId);
    expect(written.length).toBeGreaterThanOrEqual(3);
    const ours = [...names.values()].filter((name) => name.startsWith(`${nth}-`));
    const { repeated: again, ...report } = deliveryReportOf(receivers, ours, written);
    expect(report).toEqual(COMPLETE);
    repeated.push(...again);
  }
  // A delivery may be repeated at most as often as it was in flight at a kill.
  const allowed = [...mayBeRepeated];
  for (const pair of repeated) {
    const at = allowed.indexOf(pair);
    expect(at, `${pair} came again, and was not in flight`).toBeGreaterThanOrEqual(0);
    allowed.splice(at, 1);
  }
  // A delivery whose response was held at a kill cannot have been recorded, so it must be repeated.
  expect(repeated.length).toBeGreaterThanOrEqual(KILLS);
}, 900_000);

/** Returns the lines of a log as level and message. */
function logged(errors: string): string[] {
  const lines = errors.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line)).map(({ level, message }) => `${level}: ${message}`);
}

/** Causes two events for every endpoint of the salon. */
async function twoChanges({ call, salon }: ServedSalon): Promise<void> {
  const { id } = await done(call("POST", "/clients", { first_name: "Ada" }));
  await done(call("PATCH", `/clients/${id}`, { last_name: `Lovelace ${salon.cut}` }));
}

test("a worker waits eight seconds for a receiver that hangs, and the aborted attempt is repeated with the same number", async () => {
  const salon = await fixture.newSalon();
  await subscribe(salon, receivers, "slow", ["client.updated"]);
  const held = receivers.holdNext();
  const leaving = running ?? (await fixture.startWorker());
  running = undefined;
  await done(salon.call("PATCH", `/clients/${salon.salon.clientId}`, { last_name: "Lovelace" }));
  const first = await held.arrived;
  const askedAt = performance.now();
  expect(await leaving.stop()).toBe(0);
  // Supervisors commonly wait 10 seconds before they kill a process. Another 10 seconds allow for a busy machine.
  expect(performance.now() - askedAt).toBeLessThan(20_000);
  expect(logged(leaving.errors())).toEqual([
    "warn: Webhooks can be sent to private addresses (DAYBOOK_WEBHOOK_ALLOW_PRIVATE) and addresses without https (DAYBOOK_WEBHOOK_ALLOW_HTTP).",
  ]);
  held.release();
  const { items } = await done(salon.call("GET", "/webhooks"));
  expect(items).toMatchObject([{ failing_since: null, last_error: null }]);
  const log = () => done(salon.call("GET", `/webhooks/${items[0].id}/deliveries`));
  expect((await log()).items).toMatchObject([{ status: "pending", attempts: [] }]);
  // The worker has released its leases, so the next worker can deliver immediately.
  expect(
    await sql(fixture.database)<{ count: number }>`
    select count(*) from webhook_endpoints where lease_until > now()`,
  ).toEqual([{ count: 0 }]);
  await fixture.startWorker();
  await everythingDelivered(fixture.database, 90_000);
  expect(receivers.deliveries).toEqual([first, first]);
  expect((await log()).items).toMatchObject([{ status: "succeeded", attempts: [{ number: 1 }] }]);
}, 240_000);
