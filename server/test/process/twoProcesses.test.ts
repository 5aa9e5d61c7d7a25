import { randomUUID } from "node:crypto";
import { ApiError, connect, type Daybook } from "@daybook/sdk";
import { beforeAll, expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import type { Database } from "../../src/platform/database/index.ts";
import { closedAtEnd } from "../fixtures/closeAtEnd.ts";
import { type FreshDatabase, freshDatabase, openPatiently } from "../fixtures/database.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import { isFullRun } from "../fullRun.ts";
import { startSecondServer, type TwoServers } from "./twoServers.ts";

let fresh: FreshDatabase;
let two: TwoServers;
let database: Database;
let salon: Salon;
let path: { readonly business: string };
/** Clients with the salon's key, one per process. `answers` collects the responses to all clients. */
let clients: Daybook[];
const answers: Response[] = [];
const LIMIT = isFullRun ? 600 : 300;
/** The number of requests of each of the 16 callers, which together exceed the limit. */
const REQUESTS = isFullRun ? 100 : 40;

beforeAll(async () => {
  fresh = await freshDatabase();
  const { connectionString } = fresh;
  two = closedAtEnd(await startSecondServer(connectionString, LIMIT));
  database = openPatiently({ connectionString });
  salon = await createSalon(database, systemClock);
  path = { business: salon.businessId };
  const onResponse = (answer: Response) => void answers.push(answer);
  const { key } = salon;
  clients = two.addresses.map((address) => connect({ address, key, onResponse, retries: 0 }));
}, 240_000);

const client = (nth: number) => clients[nth % 2] as Daybook;

test("concurrent requests with one idempotency key at two processes run once and get the same answer", async () => {
  for (let round = 0; round < (isFullRun ? 10 : 4); round++) {
    const key = randomUUID();
    const first_name = `Ada ${round}`;
    answers.length = 0;
    const requests = Array.from({ length: 6 }, (_, nth) =>
      client(nth).post("/businesses/{business}/clients", { path, body: { first_name }, idempotencyKey: key }),
    );
    const made = await Promise.all(requests);
    expect(made).toEqual(made.map(() => made[0]));
    expect(answers.map(({ status }) => status)).toEqual(made.map(() => 201));
    expect(answers.filter(({ headers }) => !headers.has("idempotency-replayed"))).toHaveLength(1);
  }
});

test("two processes share one rate limit", async () => {
  const startedAt = performance.now();
  answers.length = 0;
  const refusals: unknown[] = [];
  // Before the first request, the token bucket contains at most `LIMIT` tokens, so the servers allow at most `LIMIT` requests
  // plus the tokens refilled during the test.
  await Promise.all(
    Array.from({ length: 16 }, async (_, connection) => {
      for (let request = 0; request < REQUESTS; request++) {
        const response = client(connection).get("/businesses/{business}/service-categories", { path });
        await response.catch((error: unknown) => refusals.push(error));
      }
    }),
  );
  const refilled = ((performance.now() - startedAt) / 60_000) * LIMIT;
  const refused = refusals.filter((error) => error instanceof ApiError && error.is("rate_limited"));
  const allowed = answers.length - refused.length;
  expect(answers).toHaveLength(16 * REQUESTS);
  expect(refused).toEqual(refusals);
  for (const { status, headers } of answers) {
    expect(headers.get("ratelimit-limit")).toBe(`${LIMIT}`);
    expect(headers.get("retry-after")).toBe(status === 429 ? "1" : null);
  }
  expect(allowed).toBeGreaterThan(LIMIT * 0.8);
  expect(allowed).toBeLessThanOrEqual(Math.ceil(LIMIT + refilled));
});
