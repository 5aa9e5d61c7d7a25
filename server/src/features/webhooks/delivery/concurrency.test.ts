import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "../../../../test/fixtures/closeAtEnd.ts";
import { type DeliveryApp, deliveryApp, MINUTE_MS } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";

let app: DeliveryApp;
let receiver: Receiver;
/** The number of requests that have no response yet, by path. */
const inFlight = new Map<string, number>();
const mostInFlight = new Map<string, number>();
/** Resolves to the response status of a request once the test releases it. */
let answer: (request: { path: string; eventId: string }) => Promise<number>;
beforeEach(async () => {
  inFlight.clear();
  mostInFlight.clear();
  answer = async () => 204;
  app = await deliveryApp();
  receiver = await openReceiver(async ({ path, headers }) => {
    const count = (inFlight.get(path) ?? 0) + 1;
    inFlight.set(path, count);
    mostInFlight.set(path, Math.max(count, mostInFlight.get(path) ?? 0));
    const status = await answer({ path, eventId: String(headers["service-event-id"]) });
    inFlight.set(path, (inFlight.get(path) ?? 0) - 1);
    return { status };
  });
});
afterEach(closeAll);

/** Holds requests until the test responds to them in the order of their arrival. */
function heldRequests() {
  const waiting: ((status: number) => void)[] = [];
  answer = () => new Promise((resolve) => void waiting.push(resolve));
  return {
    count: () => waiting.length,
    answerNext: (status: number) => waiting.shift()?.(status),
    answerAll: (status: number) => {
      for (const next of waiting.splice(0)) next(status);
    },
  };
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 30_000, interval: 5 });
/**
 * Sends an event to another endpoint and waits until its delivery is recorded. All steps that do not depend on held responses are then
 * completed.
 */
async function settleAnother(other: string): Promise<void> {
  const before = receiver.requests.filter(({ path }) => path === "/other").length;
  await app.publish(1, { type: "sale.completed" });
  app.deliverer.wake();
  await until(() => receiver.requests.filter(({ path }) => path === "/other").length > before);
  await vi.waitUntil(
    async () => (await app.deliveries(other)).every(({ status }) => status === "succeeded"),
    { timeout: 30_000, interval: 10 },
  );
}

test("an endpoint that answers gets up to ten deliveries at once, oldest first: one more after each success", async () => {
  const { id } = await app.subscribe(`${receiver.url}/steady`);
  const events = await app.publish(60);
  const held = heldRequests();
  const drained = app.deliverer.drain();
  let answered = 0;
  for (const expected of [1, 2, 4, 8, 10, 10]) {
    await until(() => held.count() === expected);
    answered += expected;
    held.answerAll(200);
  }
  answer = async () => 200;
  expect(answered).toBe(35);
  await until(() => {
    held.answerAll(200);
    return receiver.requests.length === 60;
  });
  held.answerAll(200);
  await drained;
  expect(mostInFlight.get("/steady")).toBe(10);
  const started = (await app.deliveries(id))
    .map(({ event_id, attempts }) => ({ event_id, at: attempts[0]?.started_at ?? "" }))
    .sort((one, other) => one.at.localeCompare(other.at));
  expect(started.map(({ event_id }) => event_id).slice(0, 1)).toEqual(events.slice(0, 1));
  expect(started.map(({ event_id }) => event_id).sort()).toEqual(events);
  expect(await app.endpoint(id)).toMatchObject({ next_due_at: null, lease_until: null });
  expect((await app.deliveries(id)).every(({ attempt_count }) => attempt_count === 1)).toBe(true);
});

test("after a failure one delivery at a time is sent, and more again after successes", async () => {
  const { id } = await app.subscribe(`${receiver.url}/breaking`);
  await app.publish(20);
  await app.deliverer.drain();
  await app.publish(30);
  const held = heldRequests();
  const other = await app.subscribe(`${receiver.url}/other`, { events: ["sale.completed"] });
  const drained = app.deliverer.drain();
  await until(() => held.count() === 10);
  // One request fails. The deliverer sends no request while the other requests are in flight, and the successes of these requests do not
  // count.
  held.answerNext(500);
  const rest = answer;
  answer = async (request) => (request.path === "/other" ? 200 : rest(request));
  await settleAnother(other.id);
  expect([held.count(), receiver.requests.filter(({ path }) => path === "/breaking").length]).toEqual([
    9, 30,
  ]);
  held.answerAll(200);
  await until(() => held.count() === 1);
  await settleAnother(other.id);
  expect(held.count()).toBe(1);
  held.answerNext(500);
  await until(() => held.count() === 1);
  held.answerNext(200);
  await until(() => held.count() === 2);
  held.answerAll(200);
  await until(() => held.count() === 4);
  answer = async () => 200;
  held.answerAll(200);
  await drained;
  app.clock.advance(MINUTE_MS);
  await app.deliverer.drain();
  const deliveries = await app.deliveries(id);
  expect(deliveries.every(({ status }) => status === "succeeded")).toBe(true);
  expect(deliveries.filter(({ attempt_count }) => attempt_count === 2)).toHaveLength(2);
  expect(mostInFlight.get("/breaking")).toBe(10);
});

test("a hanging request delays neither other requests to its endpoint nor events that are added in the meantime", async () => {
  const { id } = await app.subscribe(`${receiver.url}/one-hangs`);
  await app.publish(10);
  await app.deliverer.drain();
  const [hanging] = await app.publish(5);
  const released = Promise.withResolvers<number>();
  answer = async ({ eventId }) => (eventId === hanging ? released.promise : 204);
  const drained = app.deliverer.drain();
  await until(() => receiver.requests.length === 15);
  await app.publish(5);
  app.deliverer.wake();
  await until(() => receiver.requests.length === 20);
  released.resolve(204);
  await drained;
  expect((await app.deliveries(id)).every(({ attempt_count }) => attempt_count === 1)).toBe(true);
});

test("one endpoint with a long queue leaves room for others that fall due", async () => {
  app = await deliveryApp({
    limits: { healthy: { prompt: 8, slow: 0 }, failing: { prompt: 4, slow: 0 } },
  });
  await app.subscribe(`${receiver.url}/long`);
  const other = await app.subscribe(`${receiver.url}/other`, { events: ["sale.completed"] });
  await app.publish(40);
  await app.deliverer.drain();
  await app.publish(40);
  const held = heldRequests();
  const rest = answer;
  answer = async (request) => (request.path === "/other" ? 200 : rest(request));
  const drained = app.deliverer.drain();
  await until(() => held.count() === 6);
  await settleAnother(other.id);
  expect(held.count()).toBe(6);
  answer = async () => 200;
  held.answerAll(200);
  await drained;
  expect(receiver.requests.filter(({ path }) => path === "/long")).toHaveLength(80);
});
