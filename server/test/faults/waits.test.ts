import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buildApp } from "../../src/app.ts";
import { DEFAULT_BOUNDS } from "../../src/platform/database/bounds.ts";
import { openDatabase, type PooledDatabase } from "../../src/platform/database/index.ts";
import { DEFAULT_REQUEST_BOUNDS } from "../../src/platform/http/timeLimit.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { openStallingWire, type StallingWire } from "../fixtures/stallingWire.ts";
import { TEST_SECRET, type TestApp, testApp } from "../fixtures/testApp.ts";
import { isFullRun } from "../fullRun.ts";
import type { Calls, TimedResponse } from "./callers.ts";

/**
 * A full run measures the production limits and needs an idle machine. Other runs shorten the limits that a test waits for.
 * They lengthen the limit for getting a connection, because a busy machine would exceed the production limit.
 */
const SCALE = isFullRun ? 1 : 0.2;
const WAIT = isFullRun ? {} : { acquireMs: 5_000, waitMs: 5_000 };
const BOUNDS = {
  ...DEFAULT_BOUNDS,
  ...WAIT,
  lockMs: DEFAULT_BOUNDS.lockMs * SCALE,
  statementMs: DEFAULT_BOUNDS.statementMs * SCALE,
};
const REQUEST = {
  ...DEFAULT_REQUEST_BOUNDS,
  ...WAIT,
  requestMs: DEFAULT_REQUEST_BOUNDS.requestMs * SCALE,
};
/** The tolerance in milliseconds for a busy machine. */
const SLACK_MS = isFullRun ? 10_000 : 40_000;
/** The time within which callers beyond the capacity must get a response. */
const REFUSED_WITHIN_MS = REQUEST.waitMs + SLACK_MS;
const CAPACITY = 8;

let fixture: TestApp;
let wire: StallingWire;
let database: PooledDatabase;
let app: Awaited<ReturnType<typeof buildApp>>;
let address: string;
let admin: pg.Client;

beforeEach(async () => {
  fixture = await testApp();
  wire = await openStallingWire(fixture.connectionString);
  database = openDatabase({ connectionString: wire.connectionString, poolSize: CAPACITY, bounds: BOUNDS });
  const clock = fixture.clock;
  app = await buildApp({
    database,
    clock,
    secret: TEST_SECRET,
    requestBounds: REQUEST,
  });
  address = await app.listen({ host: "127.0.0.1", port: 0 });
  admin = await connectedClient(fixture.connectionString);
});
afterEach(async () => {
  await admin.end();
  app.server.closeAllConnections();
  await app.close();
  await database.close();
  await wire.close();
  await fixture.close();
});

async function timed(path: string, init: RequestInit = {}): Promise<TimedResponse> {
  const startedAt = performance.now();
  const answer = await fetch(address + path, {
    ...init,
    headers: { authorization: `Bearer ${fixture.salon.key}`, "content-type": "application/json" },
  });
  await answer.arrayBuffer();
  if (answer.status === 503) expect(answer.headers.get("retry-after")).not.toBeNull();
  return { status: answer.status, ms: performance.now() - startedAt };
}
const list = (records: string) => timed(`/api/v1/businesses/${fixture.salon.businessId}/${records}`);
/** Sends `callers` concurrent requests for a list from another process. */
async function callAtOnce(callers: number, records: string): Promise<TimedResponse[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "callers.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const path = `/api/v1/businesses/${fixture.salon.businessId}/${records}`;
  const calls: Calls = { port: Number(new URL(address).port), path, key: fixture.salon.key, callers };
  child.stdin.end(JSON.stringify(calls));
  return JSON.parse(await text(child.stdout)) as TimedResponse[];
}
const live = () => timed("/health/live");
const slowest = (answers: readonly { readonly ms: number }[]) => Math.max(...answers.map(({ ms }) => ms));
const statuses = (answers: readonly TimedResponse[]) =>
  [...new Set(answers.map(({ status }) => status))].sort();

test("a locked table answers 503 after the lock timeout; other tables and /health/live are not affected", async () => {
  await admin.query("begin; lock table clients in access exclusive mode");
  const locked = Promise.all([list("clients"), list("clients"), list("clients")]);
  const others = await Promise.all([list("services"), list("staff"), live()]);
  expect(statuses(others)).toEqual([200]);
  const answers = await locked;
  expect(statuses(answers)).toEqual([503]);
  expect(slowest(answers)).toBeLessThan(BOUNDS.lockMs + SLACK_MS);
  await admin.query("rollback");
  expect((await list("clients")).status).toBe(200);
});

test("while the connection to the database stalls, every request is answered within the limit, and afterwards requests succeed", async () => {
  expect(statuses(await Promise.all(Array.from({ length: CAPACITY }, () => list("services"))))).toEqual([
    200,
  ]);
  wire.freeze();
  const waiting = Promise.all(
    Array.from({ length: 3 * CAPACITY }, (_, index) => list(index % 2 ? "clients" : "services")),
  );
  const ready = timed("/health/ready");
  expect((await live()).status).toBe(200);
  expect((await ready).status).toBe(503);
  const answers = await waiting;
  expect(statuses(answers)).toEqual([503]);
  expect(slowest(answers)).toBeLessThan(REQUEST.requestMs + SLACK_MS);
  wire.thaw();
  await vi.waitUntil(async () => (await list("services")).status === 200, { timeout: 60_000 });
  await vi.waitUntil(async () => (await timed("/health/ready")).status === 200, { timeout: 60_000 });
});

test("500 callers with a slow database: all have an answer, and those beyond the capacity have 503 early", async () => {
  expect((await list("services")).status).toBe(200);
  wire.slowDown(BOUNDS.acquireMs / 2);
  const answers = await callAtOnce(500, "clients");
  wire.slowDown(0);
  expect(statuses(answers).every((status) => status === 200 || status === 503)).toBe(true);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(300);
  if (isFullRun)
    console.info(`${refused.length} refused, the slowest after ${Math.round(slowest(refused))} ms`);
  expect(slowest(refused)).toBeLessThan(REFUSED_WITHIN_MS);
  expect((await live()).status).toBe(200);
  await vi.waitUntil(async () => (await list("clients")).status === 200, { timeout: 60_000 });
}, 240_000);

test("a statement that runs too long is cancelled, and its request answers 503", async () => {
  await admin.query(`
    create function be_slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(600); return new; end $$;
    create trigger be_slow before insert on clients for each row execute function be_slow()`);
  const answer = await timed(`/api/v1/businesses/${fixture.salon.businessId}/clients`, {
    method: "POST",
    body: JSON.stringify({ first_name: "Zoe" }),
  });
  expect(answer.status).toBe(503);
  expect(answer.ms).toBeLessThan(BOUNDS.statementMs + SLACK_MS);
  const { rows } = await admin.query(
    "select count(*)::int as count from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test("a request beyond its limit answers 503, and its transaction rolls back if its commit has not been sent", async () => {
  const patient = openDatabase({ connectionString: fixture.connectionString, bounds: { lockMs: 60_000 } });
  const clock = fixture.clock;
  const short = await buildApp({
    database: patient,
    clock,
    secret: TEST_SECRET,
    requestBounds: { requestMs: 500, waitMs: 2_000 },
  });
  const shortAddress = await short.listen({ host: "127.0.0.1", port: 0 });
  const { salon } = fixture;
  await admin.query("begin");
  await admin.query("select from clients where id = $1 for update", [salon.clientId]);
  // Changes a client instead of booking, because a booking in one round trip would already have sent its commit.
  const answer = await fetch(
    `${shortAddress}/api/v1/businesses/${salon.businessId}/clients/${salon.clientId}`,
    {
      method: "PATCH",
      headers: { authorization: `Bearer ${salon.key}`, "content-type": "application/json" },
      body: JSON.stringify({ first_name: "Late" }),
    },
  );
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: "unavailable" });
  await admin.query("commit");
  await vi.waitUntil(() => patient.connections().open === patient.connections().idle, { timeout: 30_000 });
  const { rows } = await admin.query("select first_name from clients where id = $1", [salon.clientId]);
  expect(rows).toEqual([{ first_name: "Zoë" }]);
  short.server.closeAllConnections();
  await short.close();
  await patient.close();
});
