import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "../../../../test/fixtures/closeAtEnd.ts";
import { type DeliveryApp, deliveryApp, MINUTE_MS } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";

let app: DeliveryApp;
let receiver: Receiver;
let hangs: boolean;
let releaseAll: () => void;
beforeEach(async () => {
  hangs = true;
  const released = new Promise<void>((resolve) => {
    releaseAll = resolve;
  });
  receiver = await openReceiver(async ({ path }) => {
    if (hangs && path.startsWith("/hanging")) await released;
    return { status: path.startsWith("/hanging") ? 500 : 200 };
  });
});
afterEach(async () => {
  releaseAll();
  await closeAll();
});

const requestsTo = (start: string) => receiver.requests.filter(({ path }) => path.startsWith(start));

async function subscribeMany(count: number, path: string, event: "client.created" | "sale.completed") {
  const ids: string[] = [];
  for (let i = 0; i < count; i++)
    ids.push((await app.subscribe(`${receiver.url}${path}/${i}`, { events: [event] })).id);
  return ids;
}

const NARROW = { healthy: { prompt: 8, slow: 100 }, failing: { prompt: 4, slow: 0 } };

test("receivers that hang do not delay others, even if they exceed the concurrency limit", async () => {
  app = await deliveryApp({ limits: NARROW });
  await subscribeMany(20, "/hanging", "client.created");
  await subscribeMany(30, "/well", "client.created");
  await app.publish();
  const drained = app.deliverer.drain();
  // The other endpoints get their deliveries although all requests to the hanging endpoints are still waiting for responses.
  await vi.waitFor(() => expect(requestsTo("/well")).toHaveLength(30), 60_000);
  expect(requestsTo("/hanging")).toHaveLength(20);
  releaseAll();
  await drained;
});

test("failing endpoints have a separate concurrency limit", async () => {
  app = await deliveryApp({ limits: { ...NARROW, healthy: { prompt: 8, slow: 0 } } });
  hangs = false;
  await subscribeMany(20, "/hanging", "client.created");
  await subscribeMany(10, "/well", "sale.completed");
  await app.publish();
  await app.deliverer.drain();
  hangs = true;
  receiver.requests.length = 0;
  app.clock.advance(MINUTE_MS);
  await app.publish(1, { type: "sale.completed" });
  const drained = app.deliverer.drain();
  // All twenty hanging endpoints are due for their second attempt. If failing and healthy endpoints shared permits, the healthy endpoints
  // would have to wait for the eight permits.
  app.deliverer.wake();
  await vi.waitFor(() => expect(requestsTo("/well")).toHaveLength(10), 60_000);
  await vi.waitFor(() => expect(requestsTo("/hanging")).toHaveLength(4), 60_000);
  releaseAll();
  await drained;
  expect(requestsTo("/hanging")).toHaveLength(20);
});

test("an endpoint with a long queue lets others that are due go first", async () => {
  app = await deliveryApp({ limits: { ...NARROW, healthy: { prompt: 1, slow: 0 } } });
  await subscribeMany(1, "/long", "client.created");
  await subscribeMany(3, "/short", "sale.completed");
  await app.publish(100);
  await app.publish(1, { type: "sale.completed" });
  await app.deliverer.drain();
  const order = receiver.requests.map(({ path }) => path.split("/")[1]);
  expect(order).toHaveLength(103);
  expect(order.slice(0, 16)).toEqual(Array(16).fill("long"));
  expect(order.slice(16, 19)).toEqual(Array(3).fill("short"));
});

test("due deliveries are sent automatically, soon after the event and at the time of a retry", async () => {
  app = await deliveryApp();
  const own = app.openAnother({ runsByItself: true });
  hangs = false;
  const [id] = await subscribeMany(1, "/hanging", "client.created");
  await app.publish();
  await vi.waitFor(() => expect(requestsTo("/hanging")).toHaveLength(1), 60_000);
  await vi.waitFor(
    async () => expect(await app.deliveries(String(id))).toMatchObject([{ attempt_count: 1 }]),
    30_000,
  );
  app.clock.advance(MINUTE_MS);
  await vi.waitFor(() => expect(requestsTo("/hanging")).toHaveLength(2), 60_000);
  await own.close();
});
