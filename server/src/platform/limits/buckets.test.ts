import { describe, expect, test } from "vitest";
import { freshDatabase, openPatiently } from "../../../test/fixtures/database.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { type Database, openDatabase } from "../database/index.ts";
import { type Buckets, bucketOfAddress, requestBuckets } from "./index.ts";

/** Two processes, each with its own pool and memory. */
const databases: Database[] = [];
const processes: Buckets[] = [];
const fresh = await freshDatabase();
for (let process = 0; process < 2; process++) {
  const database = openPatiently({ connectionString: fresh.connectionString });
  databases.push(database);
  processes.push(requestBuckets({ database }));
}
/** Moves the clock of a bucket forward. */
const wait = (bucket: string, seconds: number) => sql(one(databases))<{ bucket: string }>`
  update request_buckets set filled_at = filled_at - ${seconds} * interval '1 second'
  where bucket = ${bucket} returning bucket`;

function one<T>(of: readonly T[]): T {
  return of[0] as T;
}

test("a bucket allows as many requests as it holds, counts down, and then answers when to retry", async () => {
  const take = () => one(processes).take("down", 3);
  expect(await take()).toEqual({
    isAllowed: true,
    limit: 3,
    remaining: 2,
    resetSeconds: 20,
    retryAfterSeconds: 0,
  });
  expect(await take()).toMatchObject({ isAllowed: true, remaining: 1, resetSeconds: 40 });
  expect(await take()).toMatchObject({
    isAllowed: true,
    remaining: 0,
    resetSeconds: 60,
    retryAfterSeconds: 20,
  });
  expect(await take()).toMatchObject({ isAllowed: false, remaining: 0, retryAfterSeconds: 20 });
  await wait("down", 15);
  expect(await take()).toMatchObject({ isAllowed: false, remaining: 0, retryAfterSeconds: 5 });
  await wait("down", 5);
  expect(await take()).toMatchObject({ isAllowed: true, remaining: 0, resetSeconds: 60 });
});

test("refused requests take nothing", async () => {
  const take = () => one(processes).take("refused", 60);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 600 }, take));
  await wait("refused", 10);
  const answers = await Promise.all(Array.from({ length: 100 }, take));
  const allowed = answers.filter((answer) => answer.isAllowed).length;
  expect(allowed).toBeGreaterThanOrEqual(10);
  // The bucket gains one token per second while the requests run.
  expect(allowed).toBeLessThanOrEqual(11 + Math.ceil((performance.now() - startedAt) / 1_000));
});

test("a bucket is refilled within a minute, and never holds more", async () => {
  const take = () => one(processes).take("full", 5);
  await Promise.all(Array.from({ length: 5 }, take));
  await wait("full", 3600);
  const answers = await Promise.all(Array.from({ length: 9 }, take));
  expect(answers.map((answer) => answer.isAllowed)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("concurrent requests are allowed in the order of their arrival, each with its own balance", async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => one(processes).take("crowd", 3)));
  expect(answers.map(({ isAllowed, remaining }) => [isAllowed, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
});

describe("two processes", () => {
  test("together allow exactly as many requests as one", async () => {
    for (let round = 0; round < 5; round++) {
      const startedAt = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 900 }, async (_, index) => {
          // The requests are not sent all at once, because the requests of a process would then share one statement.
          if (index % 3 === 0) await processes[index % 2]?.take(`other ${index % 7}`, 1000);
          return processes[index % 2]?.take(`shared ${round}`, 300);
        }),
      );
      const allowed = answers.filter((answer) => answer?.isAllowed).length;
      const flownIn = Math.floor(((performance.now() - startedAt) / 1000) * 5);
      expect(allowed).toBeGreaterThanOrEqual(300);
      expect(allowed).toBeLessThanOrEqual(300 + flownIn + 1);
    }
  });

  test("that take from many buckets at once do not deadlock", async () => {
    const buckets = Array.from({ length: 50 }, (_, index) => `bucket ${index}`);
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        [buckets, buckets.toReversed()].flatMap((order, process) =>
          order.map((bucket) => processes[process]?.take(bucket, 100)),
        ),
      );
      expect(answers.every((answer) => answer?.isAllowed)).toBe(true);
    }
  });
});

describe("prefetched tokens", () => {
  const [first, second] = [
    (name: string) => processes[0]?.take(name, 600),
    (name: string) => processes[1]?.take(name, 600),
  ];

  test("serve the next requests without a statement, and the balance counts down by one", async () => {
    const database = databases[0] as Database;
    let statements = 0;
    const counting: Database = {
      ...database,
      query: (...args) => {
        statements += 1;
        return database.query(...args);
      },
    };
    const buckets = requestBuckets({ database: counting });
    const startedAt = performance.now();
    for (let index = 1; index <= 33; index++) {
      const answer = await buckets.take("ahead", 600);
      // A token is added every 100 ms.
      const added = Math.ceil((performance.now() - startedAt) / 100);
      expect(answer.remaining).toBeGreaterThanOrEqual(600 - index);
      expect(answer.remaining).toBeLessThanOrEqual(600 - index + added);
    }
    expect(statements).toBeLessThanOrEqual(4);
  });

  test("never make the balance exceed what the bucket holds", async () => {
    const startedAt = performance.now();
    await first("brimful");
    // Eleven tokens were taken. After half a second, five have been refilled and ten are prefetched.
    await expect
      .poll(() => performance.now() - startedAt, { interval: 20, timeout: 60_000 })
      .toBeGreaterThan(500);
    const status = await first("brimful");
    expect(status?.remaining).toBeLessThan(600);
    expect(status?.resetSeconds).toBeGreaterThan(0);
  });

  test("expire once the bucket could be full again", async () => {
    const startedAt = performance.now();
    await first("stale");
    // Eleven tokens were taken; they are refilled within 1.1 seconds.
    await expect
      .poll(() => performance.now() - startedAt, { interval: 50, timeout: 60_000 })
      .toBeGreaterThan(1200);
    await Promise.all(Array.from({ length: 590 }, () => second("stale")));
    const answers = await Promise.all(Array.from({ length: 40 }, () => first("stale")));
    const allowed = answers.filter((answer) => answer?.isAllowed).length;
    expect(allowed).toBeLessThanOrEqual(10 + Math.ceil((performance.now() - startedAt - 1200) / 100));
  });

  test("are few when few tokens are left", async () => {
    await Promise.all(Array.from({ length: 595 }, () => first("scarce")));
    await first("scarce");
    const answers = await Promise.all(Array.from({ length: 10 }, () => second("scarce")));
    expect(answers.filter((answer) => answer?.isAllowed).length).toBeGreaterThanOrEqual(3);
  });
});

test("a lowered limit applies at once", async () => {
  await one(processes).take("lowered", 3000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => one(processes).take("lowered", 10)));
  expect(answers.filter((answer) => answer.isAllowed)).toHaveLength(10);
  expect(await one(processes).take("lowered", 3000)).toMatchObject({ limit: 3000 });
});

test("an unreachable database fails the waiting requests, and none after them", async () => {
  const gone = openDatabase({ connectionString: "postgresql://daybook@127.0.0.1:1/nothing" });
  const buckets = requestBuckets({ database: gone });
  const failed = await Promise.allSettled([buckets.take("a", 1), buckets.take("b", 1), buckets.take("b", 1)]);
  expect(failed.map((each) => each.status)).toEqual(["rejected", "rejected", "rejected"]);
  await expect(buckets.take("a", 1)).rejects.toMatchObject({ code: "unavailable" });
  await gone.close();
});

test.each([
  ["203.0.113.7", "address:sign-in:203.0.113.7"],
  ["::ffff:203.0.113.7", "address:sign-in:203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "address:sign-in:2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::9", "address:sign-in:2001:db8:1:2::/64"],
  ["2001:db8::1", "address:sign-in:2001:db8:0:0::/64"],
  ["::1", "address:sign-in:0:0:0:0::/64"],
  ["fe80::1%eth0", "address:sign-in:fe80:0:0:0::/64"],
])("requests from %s share %s", (address, bucket) => {
  expect(bucketOfAddress("sign-in", address)).toBe(bucket);
});
