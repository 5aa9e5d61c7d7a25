import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { closeAll } from "../../../../test/fixtures/closeAtEnd.ts";
import { isCluster } from "../../../../test/fixtures/database.ts";
import { type DeliveryApp, deliveryApp, HOUR_MS, MINUTE_MS } from "../../../../test/fixtures/deliveryApp.ts";
import { openReceiver, type Receiver } from "../../../../test/fixtures/receiver.ts";
import { sql } from "../../../../test/fixtures/sql.ts";

// The tests simulate three days with many endpoints and may run on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let app: DeliveryApp;
let receiver: Receiver;
/** Returns the response status for a path; "hang" means no response within the timeout. */
let answer: (path: string) => number | "hang";
/** A URL at which no server listens. */
let closedUrl: string;
beforeEach(async () => {
  answer = () => 503;
  app = await deliveryApp({ requestTimeoutMs: 400 });
  receiver = await openReceiver(async ({ path }) => {
    const status = answer(path);
    if (status === "hang") return new Promise<never>(() => {});
    return { status };
  });
  const closed = await openReceiver();
  closedUrl = closed.url;
  closed.close();
});
afterEach(closeAll);
// Minutes are rounded to multiples of five. The tests advance the clock by multiples of five minutes, and a busy machine adds up to one
// minute.
const outages = () => sql(app.database)<{ minutes: number; is_open: boolean }>`
  select round(extract(epoch from ended_at - started_at) / 300)::integer * 5 as minutes, is_open
  from delivery_outages
  order by started_at`;

async function subscribeMany(count: number, url: string): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await app.subscribe(`${url}/${i}`)).id);
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
async function advance(ms: number): Promise<void> {
  app.clock.advance(ms);
  await app.deliverer.drain();
}
/** Advances the clock through all attempts of the queued deliveries and the attempt after 72 hours. */
async function passThreeDays(): Promise<void> {
  for (const minutes of [0, 1, 5, 30, 120, 720]) await advance(minutes * MINUTE_MS);
  await advance(72 * HOUR_MS - 876 * MINUTE_MS);
}

// On a cluster, the check locks the row even if no endpoint is failing (docs/scale.md).
test.skipIf(isCluster)(
  "without failing endpoints the check locks no row, because a lock is written to the disk",
  async () => {
    answer = () => 200;
    await subscribeMany(1, receiver.url);
    await app.publish();
    await app.deliverer.drain();
    expect(
      await sql(app.database)<{ locked_by: string }>`
    select xmax::text as locked_by from relays where name = 'outages'`,
    ).toEqual([{ locked_by: "0" }]);
  },
);

test("25 endpoints of one business that answer errors or time out are disabled after 72 hours, as is another business's only one", async () => {
  answer = (path) => (["hang", 500, 410] as const)[Number(path.slice(1)) % 3] ?? 500;
  const ids = await subscribeMany(25, receiver.url);
  const { businessId } = await businessWithApiKey(app.database);
  const lone = await app.subscribe(`${closedUrl}/lone`, { businessId });
  await app.publish();
  await app.publish(1, { businessId });
  await passThreeDays();
  expect(await statesOf(ids)).toEqual({ disabled: 25 });
  expect(await app.endpoint(lone.id)).toMatchObject({ status: "disabled" });
  expect(await outages()).toEqual([]);
});

test("an endpoint without attempts to other endpoints is disabled when another host can be connected to", async () => {
  const reachable = app.openAnother({ referenceUrls: [receiver.url] });
  const { id } = await app.subscribe(`${closedUrl}/lone`);
  await app.publish();
  for (const minutes of [0, 1, 5, 30, 120, 720]) {
    app.clock.advance(minutes * MINUTE_MS);
    await reachable.drain();
  }
  app.clock.advance(72 * HOUR_MS - 876 * MINUTE_MS);
  await reachable.drain();
  expect(await app.endpoint(id)).toMatchObject({
    status: "disabled",
    last_error: "the connection was refused",
  });
  expect(await outages()).toEqual([]);
});

test("while nothing can be connected to, time does not count; afterwards it does", async () => {
  const ids = await subscribeMany(3, closedUrl);
  await app.publish();
  await passThreeDays();
  await advance(HOUR_MS);
  expect(await statesOf(ids)).toEqual({ enabled: 3 });
  expect(await outages()).toEqual([{ minutes: 73 * 60, is_open: true }]);
  expect(await app.emails()).toEqual([]);
  // The network works again, but these receivers still fail. Connections to another endpoint succeed occasionally.
  answer = () => 200;
  await app.subscribe(`${receiver.url}/well`, { events: ["sale.completed"] });
  const sale = () => app.publish(1, { type: "sale.completed" });
  await sale();
  await advance(0);
  expect(await outages()).toEqual([{ minutes: 73 * 60, is_open: false }]);
  await app.publish();
  await sale();
  await advance(71 * HOUR_MS);
  expect(await statesOf(ids)).toEqual({ enabled: 3 });
  await app.publish();
  await sale();
  await advance(2 * HOUR_MS);
  expect(await statesOf(ids)).toEqual({ disabled: 3 });
  expect(await outages()).toEqual([{ minutes: 73 * 60, is_open: false }]);
});

test("an outage ends with the first connection, also with an error response", async () => {
  const ids = await subscribeMany(1, receiver.url);
  const { url, close } = receiver;
  close();
  await app.publish();
  await advance(0);
  await advance(MINUTE_MS);
  await advance(4 * MINUTE_MS);
  expect(await outages()).toEqual([{ minutes: 5, is_open: true }]);
  receiver = await openReceiver(() => ({ status: 500 }), Number(new URL(url).port));
  await advance(MINUTE_MS);
  expect(await outages()).toEqual([{ minutes: 5, is_open: false }]);
  await advance(12 * HOUR_MS);
  await advance(60 * HOUR_MS - 7 * MINUTE_MS);
  expect(await statesOf(ids)).toEqual({ enabled: 1 });
  await app.publish();
  await advance(7 * MINUTE_MS);
  expect(await statesOf(ids)).toEqual({ disabled: 1 });
  expect(await outages()).toEqual([{ minutes: 5, is_open: false }]);
});
