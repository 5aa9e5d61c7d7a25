import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "../../../../test/fixtures/closeAtEnd.ts";
import { type DeliveryApp, deliveryApp } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { unsubscribe } from "../endpoints.ts";
import { openLeases } from "./leases.ts";

type ReceiverAnswer = { readonly status: number };

let app: DeliveryApp;
let receiver: Receiver;
let answer: (path: string) => ReceiverAnswer | Promise<ReceiverAnswer>;
beforeEach(async () => {
  answer = () => ({ status: 204 });
  app = await deliveryApp();
  receiver = await openReceiver(({ path }) => answer(path));
});
afterEach(closeAll);

/** Holds the next request until the test releases it. Later requests get a response immediately. */
function holdNext(): { arrived: Promise<void>; release(status: number): void } {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<ReceiverAnswer>();
  answer = () => {
    answer = () => ({ status: 204 });
    arrived.resolve();
    return released.promise;
  };
  return { arrived: arrived.promise, release: (status) => released.resolve({ status }) };
}

test("concurrent deliverers send each delivery once", async () => {
  const underWay = new Map<string, number>();
  let together = 0;
  answer = async (path) => {
    underWay.set(path, (underWay.get(path) ?? 0) + 1);
    together = Math.max(together, underWay.get(path) ?? 0);
    await new Promise(setImmediate);
    underWay.set(path, (underWay.get(path) ?? 0) - 1);
    return { status: 200 };
  };
  const ids: string[] = [];
  for (let i = 0; i < 25; i++) ids.push((await app.subscribe(`${receiver.url}/${i}`)).id);
  const deliverers = [app.deliverer, app.openAnother(), app.openAnother()];
  const events = await app.publish(20);
  await Promise.all(deliverers.map((deliverer) => deliverer.drain()));
  expect(together).toBeLessThanOrEqual(10);
  const delivered = receiver.requests.map(({ path, headers }) => `${path} ${headers["service-event-id"]}`);
  expect(delivered).toHaveLength(25 * 20);
  expect(new Set(delivered).size).toBe(delivered.length);
  for (const id of ids) {
    const deliveries = await app.deliveries(id);
    expect(deliveries.map(({ event_id }) => event_id)).toEqual(events);
    expect(
      deliveries.every(({ status, attempt_count }) => status === "succeeded" && attempt_count === 1),
    ).toBe(true);
  }
  expect(app.logged).toEqual([]);
});

test("after a lease has expired another process sends, and the late result is dropped", async () => {
  const { id } = await app.subscribe(`${receiver.url}/late`);
  const [eventId] = await app.publish();
  const held = holdNext();
  const slow = app.deliverer.drain();
  await held.arrived;
  const other = app.openAnother();
  await other.drain();
  expect(receiver.requests).toHaveLength(1);
  app.clock.advance(19_000);
  await other.drain();
  expect(receiver.requests).toHaveLength(1);
  app.clock.advance(2_000);
  await other.drain();
  expect(receiver.requests.map(({ headers }) => headers["service-event-id"])).toEqual([eventId, eventId]);
  expect(receiver.requests[0]?.body).toBe(receiver.requests[1]?.body);
  const before = [await app.endpoint(id), await app.deliveries(id)];
  expect(before).toMatchObject([
    { lease_number: 2, lease_until: null, failing_since: null },
    [{ status: "succeeded", attempt_count: 1 }],
  ]);
  held.release(500);
  await slow;
  expect([await app.endpoint(id), await app.deliveries(id)]).toEqual(before);
});

test("deliveries leased by a killed process are sent after the lease has expired", async () => {
  const { id } = await app.subscribe(`${receiver.url}/killed`);
  await app.publish();
  const [lease] = await openLeases(app.database, app.clock).acquire("healthy", 10);
  expect(lease?.endpoint_id).toBe(id);
  await app.deliverer.drain();
  expect(receiver.requests).toEqual([]);
  app.clock.advance(20_000);
  await app.deliverer.drain();
  expect(receiver.requests).toHaveLength(1);
  expect(await app.deliveries(id)).toMatchObject([{ status: "succeeded", attempt_count: 1 }]);
});

test("an event published during a delivery is sent after it", async () => {
  const { id } = await app.subscribe(`${receiver.url}/meanwhile`);
  const [first] = await app.publish();
  const held = holdNext();
  const drained = app.deliverer.drain();
  await held.arrived;
  const [second] = await app.publish();
  held.release(200);
  await drained;
  expect(receiver.requests.map(({ headers }) => headers["service-event-id"])).toEqual([first, second]);
  expect(await app.endpoint(id)).toMatchObject({ next_due_at: null, lease_until: null });
});

test("concurrent events and results of the same endpoints are all recorded", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 8; i++) ids.push((await app.subscribe(`${receiver.url}/${i}`)).id);
  const other = app.openAnother();
  let isOver = false;
  const draining = Promise.all(
    [app.deliverer, other].map(async (deliverer) => {
      while (!isOver) await deliverer.drain();
    }),
  );
  for (let i = 0; i < 60; i++) await app.publish();
  isOver = true;
  await draining;
  await app.deliverer.drain();
  expect(receiver.requests).toHaveLength(8 * 60);
  for (const id of ids)
    expect(await app.endpoint(id)).toMatchObject({ next_due_at: null, lease_until: null });
}, 240_000);

test("a result that waits for the relay sees the deliveries that the relay has added", async () => {
  const { id } = await app.subscribe(`${receiver.url}/waiting`);
  const [first] = await app.publish();
  const held = holdNext();
  const drained = app.deliverer.drain();
  await held.arrived;
  const added = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const second = app.publish(1, {
    beforeCommit: () => {
      added.resolve();
      return mayCommit.promise;
    },
  });
  await added.promise;
  held.release(200);
  await untilTransactionWaits(app.connectionString);
  mayCommit.resolve();
  const [secondId] = await second;
  await drained;
  expect(receiver.requests.map(({ headers }) => headers["service-event-id"])).toEqual([first, secondId]);
  expect(await app.endpoint(id)).toMatchObject({ next_due_at: null, lease_until: null });
});

test("a result is recorded although the database was disconnected during the delivery", async () => {
  const { id } = await app.subscribe(`${receiver.url}/cut`);
  await app.publish();
  const held = holdNext();
  const drained = app.deliverer.drain();
  await held.arrived;
  await sql(app.database)<{ cut: number }>`
    select count(pg_terminate_backend(pid)) as cut
    from pg_stat_activity
    where datname = current_database()
      and pid <> pg_backend_pid()`;
  held.release(200);
  await drained;
  await vi.waitFor(
    async () => expect(await app.deliveries(id)).toMatchObject([{ status: "succeeded" }]),
    30_000,
  );
  expect(receiver.requests).toHaveLength(1);
});

test("deleting an endpoint during a delivery leaves no rows", async () => {
  const { id } = await app.subscribe(`${receiver.url}/removed`);
  await app.publish(3);
  const held = holdNext();
  const drained = app.deliverer.drain();
  await held.arrived;
  await app.database.transaction((tx) => unsubscribe(tx, app.business.businessId, id));
  held.release(200);
  await drained;
  expect(receiver.requests).toHaveLength(1);
  expect(await app.deliveries(id)).toEqual([]);
  expect(app.logged).toEqual([]);
});

test("closing waits for attempts under way, records them and leaves other deliveries to other processes", async () => {
  const { id } = await app.subscribe(`${receiver.url}/closing`);
  await app.publish(3);
  const held = holdNext();
  const leaving = app.openAnother();
  const drained = leaving.drain();
  await held.arrived;
  const closed = leaving.close();
  held.release(200);
  await Promise.all([drained, closed]);
  expect((await app.deliveries(id)).map(({ status }) => status)).toEqual(["succeeded", "pending", "pending"]);
  expect(await app.endpoint(id)).toMatchObject({ lease_until: null, next_due_at: expect.any(Number) });
  await app.deliverer.drain();
  expect(receiver.requests).toHaveLength(3);
});
