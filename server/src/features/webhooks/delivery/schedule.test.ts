import { beforeEach, expect, test } from "vitest";
import { deliveryApp, HOUR_MS, MINUTE_MS } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver } from "../../../../test/fixtures/receiver.ts";

let status = 500;
const app = await deliveryApp();
const receiver = await openReceiver(() => ({ status, body: "a response of the receiver" }));
beforeEach(() => {
  receiver.requests.length = 0;
  status = 500;
});

const RETRIES_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];
/** A duration in milliseconds, longer than a test takes between two steps and shorter than the shortest delay. */
const A_MOMENT_MS = 20_000;

test("an event is tried six times: after 1 min, 5 min, 30 min, 2 h and 12 h, and never early", async () => {
  const { clock, deliverer } = app;
  const { id } = await app.subscribe(`${receiver.url}/six`);
  const [eventId] = await app.publish();
  await deliverer.drain();
  expect(receiver.requests).toHaveLength(1);
  for (const [index, delayMs] of RETRIES_MS.entries()) {
    const [delivery] = await app.deliveries(id);
    expect(delivery).toMatchObject({ status: "pending", attempt_count: index + 1 });
    const last = delivery?.attempts.at(-1);
    const endedAt = Date.parse(String(last?.started_at)) + Number(last?.duration_ms);
    // The delay counts from the end of the attempt. The due time is never before the end of the delay, and exceeds it only by
    // the duration of the write.
    expect(Number(delivery?.due_at) - endedAt).toBeGreaterThanOrEqual(delayMs - 1);
    expect(Number(delivery?.due_at) - endedAt).toBeLessThan(delayMs + A_MOMENT_MS);
    expect((await app.endpoint(id)).next_due_at).toBe(delivery?.due_at);
    clock.advance(delayMs - A_MOMENT_MS);
    await deliverer.drain();
    expect(receiver.requests).toHaveLength(index + 1);
    clock.advance(A_MOMENT_MS);
    await deliverer.drain();
    expect(receiver.requests).toHaveLength(index + 2);
  }
  const [delivery] = await app.deliveries(id);
  expect(delivery).toMatchObject({ status: "failed", due_at: null, attempt_count: 6 });
  expect(delivery?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(delivery?.attempts[5]).toMatchObject({ response_status: 500, error: "returned 500" });
  expect(receiver.requests.map(({ headers }) => headers["service-attempt"])).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
  ]);
  expect(new Set(receiver.requests.map(({ headers }) => headers["service-event-id"]))).toEqual(
    new Set([eventId]),
  );
  expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
  clock.advance(24 * HOUR_MS);
  await deliverer.drain();
  expect(receiver.requests).toHaveLength(6);
  expect(await app.endpoint(id)).toMatchObject({
    status: "enabled",
    next_due_at: null,
    lease_until: null,
  });
});

test("failing_since is set by the first failure and cleared by any success", async () => {
  const { clock, deliverer } = app;
  const { id } = await app.subscribe(`${receiver.url}/failing`);
  await app.publish();
  await deliverer.drain();
  const first = await app.endpoint(id);
  expect(first).toMatchObject({ last_error: "returned 500", last_success_at: null });
  expect(first.failing_since).toBe(first.last_failure_at);
  clock.advance(MINUTE_MS);
  await deliverer.drain();
  const second = await app.endpoint(id);
  expect(second.failing_since).toBe(first.failing_since);
  expect(Number(second.last_failure_at)).toBeGreaterThan(Number(first.last_failure_at));
  status = 200;
  clock.advance(5 * MINUTE_MS);
  await deliverer.drain();
  const third = await app.endpoint(id);
  expect(third).toMatchObject({ failing_since: null, last_failure_at: second.last_failure_at });
  expect(third.last_error).toBe("returned 500");
  expect(Number(third.last_success_at)).toBeGreaterThan(Number(second.last_failure_at));
  expect(await app.deliveries(id)).toMatchObject([{ status: "succeeded", attempt_count: 3, due_at: null }]);
});

test("a new event is sent at once to an endpoint that waits for a retry, and each delivery keeps its schedule", async () => {
  const { clock, deliverer } = app;
  const { id } = await app.subscribe(`${receiver.url}/both`, { events: ["client.updated"] });
  await app.publish(1, { type: "client.updated" });
  await deliverer.drain();
  clock.advance(MINUTE_MS);
  await deliverer.drain();
  await app.publish(1, { type: "client.updated" });
  await deliverer.drain();
  expect(await app.deliveries(id)).toMatchObject([{ attempt_count: 2 }, { attempt_count: 1 }]);
  clock.advance(MINUTE_MS);
  await deliverer.drain();
  expect(await app.deliveries(id)).toMatchObject([{ attempt_count: 2 }, { attempt_count: 2 }]);
  clock.advance(4 * MINUTE_MS);
  await deliverer.drain();
  expect(await app.deliveries(id)).toMatchObject([{ attempt_count: 3 }, { attempt_count: 2 }]);
});

test("due deliveries are sent oldest first, and after a failure the others are sent later", async () => {
  const { deliverer } = app;
  const { id } = await app.subscribe(`${receiver.url}/queue`, { events: ["sale.completed"] });
  status = 200;
  const ids = await app.publish(40, { type: "sale.completed" });
  await deliverer.drain();
  const arrived = receiver.requests.filter(({ path }) => path === "/queue");
  expect(arrived.map(({ headers }) => headers["service-event-id"]).sort()).toEqual(ids);
  const deliveries = await app.deliveries(id);
  expect(deliveries.map(({ event_id }) => event_id)).toEqual(ids);
  expect(deliveries.every((delivery) => delivery.status === "succeeded")).toBe(true);
  // Requests on several connections may arrive in an order that differs from the order of sending.
  const startedAt = deliveries.map(({ attempts }) => String(attempts[0]?.started_at));
  expect(startedAt).toEqual(startedAt.toSorted());
  expect(await app.endpoint(id)).toMatchObject({ next_due_at: null, lease_until: null });
});
