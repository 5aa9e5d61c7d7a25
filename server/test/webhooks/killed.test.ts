import { afterEach, beforeEach, expect, test } from "vitest";
import { column, statement } from "../../src/platform/database/index.ts";
import { isFullRun } from "../fullRun.ts";
import { accountOf, COMPLETE, everythingDelivered, inFlight, writtenEvents } from "./account.ts";
import { done, openHouse, type ServedSalon, subscribe, type WebhookHouse } from "./fixture.ts";
import { openWitness, type Witness } from "./witness.ts";

let house: WebhookHouse;
let witness: Witness;
beforeEach(async () => {
  witness = await openWitness();
  house = await openHouse();
});
afterEach(async () => {
  await house.close();
  witness.close();
});

/** A kill costs some ten seconds, because what was held rests for a lease. */
const KILLS = isFullRun ? 50 : 2;
/** Whatever a killed worker had in its hands rests for twenty seconds; so the kills go round among so many. */
const SALONS = Math.min(12, KILLS);
const ENDPOINTS = 3;

test(`a worker killed ${KILLS} times while a receiver holds its request loses no event, and repeats only deliveries in flight`, async () => {
  const salons: ServedSalon[] = [];
  const names = new Map<string, string>();
  for (let nth = 0; nth < SALONS; nth++) {
    const salon = await house.newSalon();
    salons.push(salon);
    for (let place = 0; place < ENDPOINTS; place++) {
      const name = `${nth}-${place}`;
      names.set(await subscribe(salon, witness, name), name);
    }
  }

  const mayBeRepeated: string[] = [];
  let worker = await house.startWorker();
  // Of the salons' own first clients: else the first kill has all of them rest.
  await everythingDelivered(house.database, 90_000);
  for (let kill = 0; kill < KILLS; kill++) {
    const salon = salons[kill % SALONS] as ServedSalon;
    // Now the first of a burst, now one in the midst of it.
    const held = witness.holdNext(1 + (kill % (2 * ENDPOINTS)));
    await twoChanges(salon);
    await held.arrived;
    await worker.kill();
    const flying = await inFlight(house.database, witness, names);
    // Up to ten for each endpoint, also of earlier kills: so much was in flight, and no more.
    const ofEndpoint = Map.groupBy(flying, (pair) => pair.split(" ")[0]);
    expect(flying.size).toBeGreaterThan(0);
    for (const pairs of ofEndpoint.values()) expect(pairs.length).toBeLessThanOrEqual(10);
    mayBeRepeated.push(...flying);
    held.release();
    worker = await house.startWorker();
  }
  await everythingDelivered(house.database, 90_000);

  expect(witness.refused).toEqual([]);
  const repeated: string[] = [];
  for (const [nth, { salon }] of salons.entries()) {
    const written = await writtenEvents(house.database, salon.businessId);
    expect(written.length).toBeGreaterThanOrEqual(3);
    const ours = [...names.values()].filter((name) => name.startsWith(`${nth}-`));
    const { repeated: again, ...account } = accountOf(witness, ours, written);
    expect(account).toEqual(COMPLETE);
    repeated.push(...again);
  }
  // Each as often as it was in flight at a kill, at most.
  const allowed = [...mayBeRepeated];
  for (const pair of repeated) {
    const at = allowed.indexOf(pair);
    expect(at, `${pair} came again, and was not in flight`).toBeGreaterThanOrEqual(0);
    allowed.splice(at, 1);
  }
  // What was held at a kill cannot have been written down.
  expect(repeated.length).toBeGreaterThanOrEqual(KILLS);
}, 900_000);

const countLeases = statement(
  "test_killed_leases",
  { count: column.integer },
  "select count(*) from webhook_endpoints where lease_until > now()",
);

/** The lines of a log: level and message. */
function logged(errors: string): string[] {
  const lines = errors.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line)).map(({ level, message }) => `${level}: ${message}`);
}

/** Two events for everybody who listens to the salon. */
async function twoChanges({ call, salon }: ServedSalon): Promise<void> {
  const { id } = await done(call("POST", "/clients", { first_name: "Ada" }));
  await done(call("PATCH", `/clients/${id}`, { last_name: `Lovelace ${salon.cut}` }));
}

test("a worker waits eight seconds for a receiver that hangs, and the aborted attempt is repeated with the same number", async () => {
  const salon = await house.newSalon();
  await subscribe(salon, witness, "slow", ["client.created"]);
  const held = witness.holdNext();
  const leaving = await house.startWorker();
  const first = await held.arrived;
  const askedAt = performance.now();
  expect(await leaving.stop()).toBe(0);
  // Supervisors commonly wait 10 seconds before they kill a process; the other 10 are for a machine with other load.
  expect(performance.now() - askedAt).toBeLessThan(20_000);
  expect(logged(leaving.errors())).toEqual([
    "warn: Webhooks may go to private addresses (DAYBOOK_WEBHOOK_ALLOW_PRIVATE) and addresses without https (DAYBOOK_WEBHOOK_ALLOW_HTTP).",
  ]);
  held.release();
  const { items } = await done(salon.call("GET", "/webhooks"));
  expect(items).toMatchObject([{ failing_since: null, last_error: null }]);
  const log = () => done(salon.call("GET", `/webhooks/${items[0].id}/deliveries`));
  expect((await log()).items).toMatchObject([{ status: "pending", attempts: [] }]);
  // The worker gave its lease back, so the next one does not wait until the lease expires.
  expect(await house.database.query(countLeases, [])).toEqual([{ count: 0 }]);
  await house.startWorker();
  await everythingDelivered(house.database, 90_000);
  expect(witness.testimonies).toEqual([first, first]);
  expect((await log()).items).toMatchObject([{ status: "succeeded", attempts: [{ number: 1 }] }]);
}, 120_000);
