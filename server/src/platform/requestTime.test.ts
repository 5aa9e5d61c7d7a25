import { expect, test } from "vitest";
import { connectedClient } from "../../test/fixtures/connectedClient.ts";
import { freshDatabase } from "../../test/fixtures/database.ts";
import { batchLoader } from "./batchLoader.ts";
import { openDatabase } from "./database/index.ts";
import { requestBuckets } from "./limits/index.ts";
import { RequestTime, withinRequestTime } from "./requestTime.ts";

const WAIT_MS = 100;
const newRequest = (waitMs = WAIT_MS) => new RequestTime({ limitMs: 600_000, waitMs });
const unavailable = expect.objectContaining({ code: "unavailable" });

/** Creates a batch loader whose loads are completed by the test in the order in which they were sent. */
function heldLoader() {
  const loads: (() => void)[] = [];
  const find = batchLoader(
    (keys: string[]) =>
      new Promise<ReadonlyMap<string, boolean>>((resolve) =>
        loads.push(() => resolve(new Map(keys.map((key) => [key, true])))),
      ),
  );
  return { find, loads };
}

/** Ends with the turn of the event loop, after the lookups of the turn have been sent. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a request that shares the lookup of others waits for its answer within its limit", async () => {
  const { find, loads } = heldLoader();
  const first = withinRequestTime(newRequest(), () => find("a"));
  await turn();
  const second = expect(withinRequestTime(newRequest(), () => find("b"))).rejects.toEqual(unavailable);
  loads[0]?.();
  expect(await first).toBe(true);
  await turn();
  // The lookup of the second request has been sent and has no result yet.
  expect(loads).toHaveLength(2);
  await second;
});

test("the request that sends a lookup at once waits for its answer, which counts as waiting", async () => {
  const { find, loads } = heldLoader();
  const time = newRequest();
  const first = withinRequestTime(time, () => find("a"));
  await turn();
  await expect(withinRequestTime(newRequest(2 * WAIT_MS), () => find("b"))).rejects.toEqual(unavailable);
  loads[0]?.();
  expect(await first).toBe(true);
  expect(time.waitLeftMs).toBeLessThanOrEqual(0);
});

test("a request that has queued waits within its limit for a lookup that it sends itself", async () => {
  const { find, loads } = heldLoader();
  const time = newRequest();
  time.queue();
  await expect(withinRequestTime(time, () => find("a"))).rejects.toEqual(unavailable);
  expect(loads).toHaveLength(1);
});

test("after its first connection a request may wait for the limit again, each time", () => {
  const time = newRequest();
  time.countWait(WAIT_MS - 1);
  expect(time.waitLeftMs).toBe(1);
  time.connect();
  time.countWait(WAIT_MS);
  expect(time.waitLeftMs).toBe(WAIT_MS);
});

test("requests that wait for tokens of other requests keep their time limit, and the first one is served", async () => {
  const fresh = await freshDatabase();
  const database = openDatabase({ connectionString: fresh.connectionString, bounds: { lockMs: 60_000 } });
  const admin = await connectedClient(fresh.connectionString);
  await admin.query("begin; lock table request_buckets in access exclusive mode");
  const buckets = requestBuckets({ database });
  const take = () => withinRequestTime(newRequest(), () => buckets.take("shared", 60));
  const first = take();
  const others = await Promise.allSettled([take(), take()]);
  expect(others.map((other) => other.status === "rejected" && other.reason)).toEqual([
    unavailable,
    unavailable,
  ]);
  await admin.query("rollback");
  expect(await first).toMatchObject({ isAllowed: true });
  await admin.end();
  await database.close();
  await fresh.drop();
});

test("a file that is sent in chunks does not take precedence over requests that have had no connection", () => {
  const time = newRequest();
  expect([time.hasBegun, time.isAnswered]).toEqual([false, false]);
  time.connect();
  expect([time.hasBegun, time.isAnswered]).toEqual([true, false]);
  time.end();
  expect([time.hasBegun, time.isAnswered]).toEqual([false, true]);
});
