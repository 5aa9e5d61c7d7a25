import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { buildApp } from "../src/app.ts";
import { countAttempts, measureDatabase } from "../src/databaseMetrics.ts";
import { settableClock } from "../src/kernel/clock.ts";
import { newId } from "../src/kernel/ids.ts";
import { openDatabase, type PooledDatabase } from "../src/platform/database/index.ts";
import { queueEmail } from "../src/platform/email/index.ts";
import { measurePool, openMetrics } from "../src/platform/metrics/index.ts";
import { closedAtEnd } from "./fixtures/closeAtEnd.ts";
import { testDatabase } from "./fixtures/database.ts";
import { callerOf, createSalon } from "./fixtures/salon.ts";
import { sql } from "./fixtures/sql.ts";
import { MONDAY_AT } from "./fixtures/testApp.ts";

const log: string[] = [];

const database = await testDatabase();
const { metrics, app } = await metricsApp();
const salon = await createSalon(database, settableClock(MONDAY_AT));
closedAtEnd(app);

/** Creates a server with new metrics. Metrics of an existing server may be up to a second old. */
async function metricsApp(connected: PooledDatabase = database) {
  const measured = openMetrics({ log: (message, error) => log.push(`${message}: ${error}`) });
  measurePool(measured, connected);
  measureDatabase(measured, connected);
  const served = await buildApp({
    database: connected,
    clock: settableClock(MONDAY_AT),
    metrics: measured,
    checkAnswers: true,
  });
  return { metrics: measured, app: served };
}

const page = async (served = app) => (await served.inject("/metrics")).body;
/** Returns the value of a metric by its name and labels; undefined if it is absent. */
const figure = (text: string, name: string) => {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};
/** Reads the current value of a metric. Uses a new registry, because an existing registry caches values. */
async function figureNow(name: string) {
  const measured = openMetrics({ log: (message, error) => log.push(`${message}: ${error}`) });
  measureDatabase(measured, database);
  return figure(await measured.page(), name);
}

test("requests are counted and timed by the pattern of their route", async () => {
  const call = callerOf(app, salon);
  await call("GET", `/clients/${salon.clientId}`);
  await call("GET", `/clients/${newId()}`);
  await call("POST", "/clients", { first_name: "Ada", last_name: "Marker" });
  await app.inject("/api/v1/no/such/route");
  await app.inject({ method: "PUT", url: "/api/v1/me" });
  const answer = await app.inject("/metrics");
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = answer.body;
  const client = "/api/v1/businesses/:business/clients/:client";
  const counted = (labels: string) => figure(text, `daybook_http_requests_total{${labels}}`);
  // `callerOf` reads each created record again, which counts as a second GET.
  expect(counted(`method="GET",route="${client}",status="200"`)).toBe(2);
  expect(counted(`method="GET",route="${client}",status="404"`)).toBe(1);
  expect(counted('method="POST",route="/api/v1/businesses/:business/clients",status="201"')).toBe(1);
  expect(counted('method="GET",route="(none)",status="404"')).toBe(1);
  expect(counted('method="PUT",route="/api/v1/me",status="405"')).toBe(1);
  const seconds = figure(text, `daybook_http_request_duration_seconds_sum{method="GET",route="${client}"}`);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(20);
  for (const word of [salon.businessId, salon.clientId, salon.key, "Marker", "no/such"])
    expect(text).not.toContain(word);
});

test("the metrics contain the connection pool", async () => {
  const text = await page();
  expect(figure(text, 'daybook_database_connections{state="open"}')).toBeGreaterThanOrEqual(1);
  expect(figure(text, 'daybook_database_connections{state="waiting"}')).toBe(0);
});
test("the metrics contain endpoints by state and the age of the oldest due delivery", async () => {
  const endpoint = (status: string, failingSeconds: number | null, dueSeconds: number | null) =>
    sql(database)`
      insert into webhook_endpoints (
        business_id, id, url, events, source, status, secret_encrypted, disabled_at, failing_since, next_due_at, created_at, updated_at
      )
      select ${salon.businessId}, ${newId()}, 'https://marker.example/hook', '{client.created}', 'manual', ${status}, 'x',
        case when ${status} = 'disabled' then clock_timestamp() end,
        clock_timestamp() - make_interval(secs => ${failingSeconds}),
        clock_timestamp() - make_interval(secs => ${dueSeconds}),
        clock_timestamp(), clock_timestamp()`;
  expect(await figureNow('daybook_webhook_endpoints{state="healthy"}')).toBe(0);
  expect(await figureNow('daybook_webhook_due_seconds{state="healthy"}')).toBe(0);
  await endpoint("enabled", null, 120);
  await endpoint("enabled", null, null);
  await endpoint("enabled", null, -60);
  await endpoint("enabled", 7_200, 3_600);
  await endpoint("disabled", 90_000, null);
  expect(await figureNow('daybook_webhook_endpoints{state="healthy"}')).toBe(3);
  expect(await figureNow('daybook_webhook_endpoints{state="failing"}')).toBe(1);
  expect(await figureNow('daybook_webhook_endpoints{state="disabled"}')).toBe(1);
  const healthy = await figureNow('daybook_webhook_due_seconds{state="healthy"}');
  expect(healthy).toBeGreaterThanOrEqual(120);
  expect(healthy).toBeLessThan(240);
  expect(await figureNow('daybook_webhook_due_seconds{state="failing"}')).toBeGreaterThanOrEqual(3_600);
});

test("the metrics contain pending e-mails and the age of the oldest", async () => {
  await database.transaction(async (tx) =>
    queueEmail(tx, { purpose: "metrics", to: "zoe@example.com", subject: "Marker", text: "Marker" }),
  );
  expect(await figureNow('daybook_emails{status="pending"}')).toBe(1);
  expect(await figureNow('daybook_emails{status="failed"}')).toBe(0);
  expect(await figureNow("daybook_emails_due_seconds")).toBeLessThan(60);
  expect(await figureNow('daybook_texts{status="pending"}')).toBe(0);
  expect(await figureNow("daybook_texts_due_seconds")).toBe(0);
});

test("metrics and readiness report unnumbered events and the transaction that delays them", async () => {
  await callerOf(app, salon)("POST", "/clients", { first_name: "Ben" });
  await sql(database)`
    update events set created_at = clock_timestamp() - interval '5 minutes' where sequence is null`;
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const long = database.transaction(async (tx) => {
    await sql(tx)`select pg_current_xact_id()::text as id`;
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  expect(await figureNow("daybook_events_waiting_seconds")).toBeGreaterThanOrEqual(300);
  expect(await figureNow("daybook_events_horizon_seconds")).toBeGreaterThan(0);
  const ready = await app.inject("/health/ready");
  expect(ready.statusCode).toBe(200);
  const { status, checks } = ready.json();
  expect(status).toBe("ready");
  expect(checks).toMatchObject({
    database: "ok",
    migrations: "ok",
    relay: { oldest_write_seconds: expect.any(Number) },
  });
  expect(checks.relay.oldest_event_seconds).toBeGreaterThanOrEqual(300);
  ended.resolve();
  await long;
});

test("the metrics read the database at most once a second", async () => {
  let reads = 0;
  const counting: PooledDatabase = {
    ...database,
    query: (...args) => {
      reads += 1;
      return database.query(...args);
    },
  };
  const { app: served } = await metricsApp(counting);
  await Promise.all(Array.from({ length: 50 }, () => page(served)));
  await served.close();
  expect(reads).toBeLessThanOrEqual(12);
});

test("while the database is away the metrics contain those of the process, and one line is logged", async () => {
  log.length = 0;
  const gone = openDatabase({ connectionString: "postgresql://daybook@127.0.0.1:9/nothing" });
  const { app: served } = await metricsApp(gone);
  const answer = await served.inject("/metrics");
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('daybook_database_connections{state="open"} 0');
  expect(log).toHaveLength(1);
  await served.close();
  await gone.close();
});

test("attempts are counted by outcome and start at 0", async () => {
  const counters = countAttempts(metrics);
  counters.delivery("failed");
  counters.email("sent");
  counters.email("sent");
  counters.text("failed");
  const text = await page();
  expect(figure(text, 'daybook_webhook_attempts_total{outcome="failed"}')).toBe(1);
  expect(figure(text, 'daybook_webhook_attempts_total{outcome="succeeded"}')).toBe(0);
  expect(figure(text, 'daybook_email_attempts_total{outcome="sent"}')).toBe(2);
  expect(figure(text, 'daybook_text_attempts_total{outcome="failed"}')).toBe(1);
});

test("process metrics contain memory, processor time and the event loop", async () => {
  const text = await openMetrics({ log: () => {}, aboutProcess: true }).page();
  for (const name of [
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
    "nodejs_eventloop_lag_p99_seconds",
  ])
    expect(figure(text, name)).toBeGreaterThanOrEqual(0);
});

test("a server without metrics answers 404", async () => {
  const plain = await buildApp({ database, clock: settableClock(MONDAY_AT) });
  expect((await plain.inject("/metrics")).statusCode).toBe(404);
  await plain.close();
});

test("promtool finds nothing to improve in names, units and help texts", async ({ skip }) => {
  const measured = openMetrics({ log: (message) => log.push(message), aboutProcess: true });
  measurePool(measured, database);
  measureDatabase(measured, database);
  countAttempts(measured);
  const served = await buildApp({ database, clock: settableClock(MONDAY_AT), metrics: measured });
  await served.inject("/api/v1/no/such/route");
  const text = await page(served);
  await served.close();
  expect(text).toContain("daybook_emails_due_seconds");
  expect(text).toContain("process_resident_memory_bytes");
  expect(text.split("\n").filter((line) => /^# TYPE \S+_total (?!counter)/.test(line))).toEqual([]);
  const { error, status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
    input: text,
    encoding: "utf8",
  });
  if (error !== undefined) skip("promtool is not installed (Debian: prometheus)");
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: "" });
});
