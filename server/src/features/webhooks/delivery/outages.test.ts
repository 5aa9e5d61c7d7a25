import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DeliveryApp, deliveryApp, HOUR_MS, MINUTE_MS } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";
import { column, statement } from "../../../platform/database/index.ts";
import { checkFailing } from "./checkFailing.ts";

// Three days of twenty endpoints each, on a machine that may be busy with something else.
vi.setConfig({ testTimeout: 90_000 });

let app: DeliveryApp;
let receiver: Receiver;
let well: (path: string) => boolean;
let hold: () => Promise<void> | undefined;
beforeEach(async () => {
  well = () => false;
  hold = () => undefined;
  app = await deliveryApp();
  receiver = await openReceiver(async ({ path }) => {
    await hold();
    return { status: well(path) ? 200 : 503 };
  });
});
afterEach(async () => {
  await app.close();
  receiver.close();
});

// To five minutes: that is what tests let pass, and on a busy machine a minute of their own passes besides.
const outages = statement(
  "test_outages_read",
  { minutes: column.integer },
  `select round(extract(epoch from ended_at - started_at) / 300)::integer * 5 as minutes
   from delivery_outages
   order by started_at`,
);

async function subscribeMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await app.subscribe(`${receiver.url}/${i}`)).id);
  return ids;
}
const statesOf = async (ids: readonly string[]) => {
  const states: Record<string, number> = {};
  for (const id of ids) {
    const { status } = await app.endpoint(id);
    states[status] = (states[status] ?? 0) + 1;
  }
  return states;
};
/** Everybody's event, all its attempts, and the quiet until 72 hours are over. */
async function failFor72Hours(): Promise<void> {
  await app.publish();
  const { clock, deliverer } = app;
  for (const delayMs of [0, 1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS)) {
    clock.advance(delayMs);
    await deliverer.drain();
  }
  clock.advance(72 * HOUR_MS - 876 * MINUTE_MS);
  await deliverer.drain();
}

const readLockOfWatch = statement(
  "test_outages_lock",
  { locked_by: column.text },
  "select xmax::text as locked_by from relays where name = 'outages'",
);

test("without failing endpoints the check locks no row, because a lock is written to the disk", async () => {
  well = () => true;
  await subscribeMany(1);
  await app.publish();
  await app.deliverer.drain();
  expect(await app.database.query(readLockOfWatch, [])).toEqual([{ locked_by: "0" }]);
});

test("half of twenty endpoints failing together is an outage of the installation: none is disabled", async () => {
  const ids = await subscribeMany(20);
  well = (path) => Number(path.slice(1)) < 10;
  await failFor72Hours();
  expect(await statesOf(ids)).toEqual({ enabled: 20 });
  expect((await app.database.query(outages, [])).length).toBeGreaterThan(0);
  // The outage's minutes are taken off the 72 hours; then they are due once more, together with everybody else.
  app.clock.advance(2 * HOUR_MS);
  await app.publish();
  await app.deliverer.drain();
  expect(await statesOf(ids)).toEqual({ enabled: 20 });
  expect(await app.emails()).toEqual([]);
});

test("while attempts under way could make it an outage, no endpoint is disabled", async () => {
  const ids = await subscribeMany(20);
  await failFor72Hours();
  const narrow = app.openAnother({
    limits: { healthy: { prompt: 1, slow: 0 }, failing: { prompt: 1, slow: 0 } },
  });
  app.clock.advance(2 * HOUR_MS);
  // Gives each of them the attempt that decides.
  expect(await checkFailing(app.database, app.clock)).toBe(true);
  receiver.requests.length = 0;
  let release = () => {};
  hold = () =>
    receiver.requests.length <= 5 ? undefined : new Promise<void>((resolve) => (release = resolve));
  const drained = narrow.drain();
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(6), 10_000);
  // Five have failed, one after the other, and look like any five; fifteen are still to be tried.
  await checkFailing(app.database, app.clock);
  expect(await statesOf(ids)).toEqual({ enabled: 20 });
  hold = () => undefined;
  release();
  await drained;
  expect(await statesOf(ids)).toEqual({ enabled: 20 });
  expect(await app.emails()).toEqual([]);
});

test("nineteen endpoints, or fewer than half failing, are no outage", async () => {
  const ids = await subscribeMany(19);
  well = (path) => Number(path.slice(1)) < 9;
  await failFor72Hours();
  expect(await statesOf(ids)).toEqual({ enabled: 9, disabled: 10 });
  expect(await app.database.query(outages, [])).toEqual([]);
  expect(await app.emails()).toHaveLength(10);
});

test("fewer than half of many failing are no outage", async () => {
  const ids = await subscribeMany(21);
  well = (path) => Number(path.slice(1)) < 12;
  await app.publish();
  for (const minutes of [0, 1, 5, 30, 120, 720]) {
    // Those that work have something to do all the while.
    if (minutes > 0) await app.publish();
    app.clock.advance(minutes * MINUTE_MS);
    await app.deliverer.drain();
  }
  app.clock.advance(72 * HOUR_MS - 877 * MINUTE_MS);
  await app.publish();
  app.clock.advance(MINUTE_MS);
  await app.deliverer.drain();
  expect(await app.database.query(outages, [])).toEqual([]);
  expect(await statesOf(ids)).toEqual({ enabled: 12, disabled: 9 });
});

test("an outage that continues is one row, and a later one is another", async () => {
  await subscribeMany(20);
  const { clock, deliverer } = app;
  await app.publish();
  await deliverer.drain();
  for (let i = 0; i < 4; i++) {
    clock.advance(5 * MINUTE_MS);
    await app.publish();
    await deliverer.drain();
  }
  expect(await app.database.query(outages, [])).toEqual([{ minutes: 30 }]);
  clock.advance(HOUR_MS);
  await app.publish();
  await deliverer.drain();
  expect(await app.database.query(outages, [])).toEqual([{ minutes: 30 }, { minutes: 10 }]);
});

test("the time of an outage does not count towards the 72 hours of an endpoint", async () => {
  const { clock, deliverer } = app;
  const lone = await app.subscribe(`${receiver.url}/lone`, { events: ["sale.completed"] });
  await app.publish(1, { type: "sale.completed" });
  await deliverer.drain();
  const { failing_since } = await app.endpoint(lone.id);
  clock.advance(20 * HOUR_MS);
  await deliverer.drain();
  await subscribeMany(20);
  // For two hours nothing reaches anybody.
  for (let i = 0; i <= 24; i++) {
    await app.publish();
    await deliverer.drain();
    clock.advance(5 * MINUTE_MS);
  }
  const [outage] = await app.database.query(outages, []);
  expect(outage).toEqual({ minutes: 130 });
  well = (path) => path !== "/lone";
  await app.publish();
  clock.advance(12 * HOUR_MS);
  await deliverer.drain();
  const passedMs = () => clock.aheadMs();
  // 72 hours after the first failure, it has failed for 72 hours less the outage.
  clock.advance(72 * HOUR_MS - passedMs());
  await app.publish(1, { type: "sale.completed" });
  await deliverer.drain();
  expect(await app.endpoint(lone.id)).toMatchObject({ status: "enabled", failing_since });
  clock.advance(131 * MINUTE_MS);
  await deliverer.drain();
  expect(await app.endpoint(lone.id)).toMatchObject({ status: "disabled", failing_since });
});
