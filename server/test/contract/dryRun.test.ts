import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { diskBlobs } from "../../src/platform/blobs/index.ts";
import { type AnyStatement, column, type Database, statement } from "../../src/platform/database/index.ts";
import { omittedFrom } from "../../src/platform/http/dryRun.ts";
import { takesDryRun } from "../../src/platform/http/route.ts";
import { type Operation, operations } from "../examples/operations.ts";
import { type Recording, requestOf, send, settingOf } from "../examples/recorder.ts";
import { RECORDED_AT, recordingApp } from "../examples/recordingApp.ts";
import { createExampleSalon } from "../examples/salon.ts";
import { stableIds } from "../examples/stableIds.ts";
import { STORIES } from "../examples/stories/index.ts";
import { copyOf, freshDatabase } from "../fixtures/database.ts";
import { sql } from "../fixtures/sql.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { isFullRun } from "../fullRun.ts";

/**
 * Tests decision 45 for the whole route table. With `dry_run=1`, every authenticated JSON write returns the same response as
 * the real write and changes no row.
 */
const all = operations();
const writes = all.filter(({ route }) => route !== undefined && takesDryRun(route));

const stable = stableIds(RECORDED_AT);
const template = await freshDatabase();
const folder = temporaryFolder("dry-run");
const opening = await recordingApp(template.connectionString, { blobs: diskBlobs(folder) });
const salon = await createExampleSalon(opening, stable);
await opening.close();

/** Tables that dry runs may change, because dry runs count towards rate limits. */
const NOT_COMPARED = ["request_buckets", "request_quotas"];
let hashes: Promise<AnyStatement> | undefined;
async function hashStatement(database: Database): Promise<AnyStatement> {
  const names = (
    await sql(database)<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  ).map(({ name }) => name);
  const each = names
    .filter((name) => !NOT_COMPARED.includes(name))
    .map(
      (name) =>
        `select '${name}' as name, coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as hash
         from (select to_jsonb(t) - 'last_used_at' as row from ${name} as t) as rows`,
    );
  return statement({
    name: "test_dry_run_hashes",
    columns: { name: column.text, hash: column.text },
    sql: each.join(" union all "),
  });
}

async function hashOf(database: Database): Promise<Record<string, string>> {
  hashes ??= hashStatement(database);
  const rows = (await database.query((await hashes) as never, {})) as { name: string; hash: string }[];
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

async function recordingOf(): Promise<Recording & { close(): Promise<void> }> {
  const copy = await copyOf(template);
  const server = await recordingApp(copy.connectionString, { blobs: diskBlobs(folder) });
  return {
    server,
    salon,
    all,
    stable: stable.copy(),
    beganAt: systemClock.now(),
    close: async () => {
      await server.close();
      await copy.drop();
    },
  };
}

/** Sends an operation's request as a dry run and then without `dry_run`. Returns a list of the differences. */
async function differencesOf(recording: Recording, operation: Operation): Promise<string[]> {
  const { server } = recording;
  const story = STORIES[operation.operationId] ?? {};
  const ids = await settingOf(recording, operation, story);
  const plain = requestOf(operation, story, ids);
  const dry = { ...plain, query: { ...plain.query, dry_run: "1" } };
  const keyed = { ...dry, headers: { ...plain.headers, "idempotency-key": "dry" } };
  const before = await hashOf(server.database);
  const [emails, calls] = [server.emails.length, server.stripe.heard.length];
  const answer = await send(recording, operation, keyed);
  const after = await hashOf(server.database);
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  const problems = changed.map((name) => `${operation.operationId} changed ${name}`);
  if (server.emails.length !== emails) problems.push(`${operation.operationId} sent an e-mail`);
  if (server.stripe.heard.length !== calls) problems.push(`${operation.operationId} called the provider`);
  if (answer.cookie !== "") problems.push(`${operation.operationId} set a cookie`);
  const text = JSON.stringify(answer.body);
  for (const name of omittedFrom(operation.route as never))
    if (text.includes(`"${name}":`)) problems.push(`${operation.operationId} answered ${name}`);
  const granted = await send(recording, operation, plain);
  if (answer.status !== granted.status)
    problems.push(`${operation.operationId}: ${answer.status} ${text}, then ${granted.status}`);
  if (granted.status !== operation.status)
    problems.push(`${operation.operationId} answered ${granted.status}`);
  return problems;
}

test("every authenticated write answers as it would and changes nothing", { timeout: 900_000 }, async () => {
  expect(writes.length).toBeGreaterThan(70);
  const problems: string[] = [];
  // Each operation takes seconds, so `npm test` checks every tenth operation only.
  const waiting = writes.filter((_, index) => isFullRun || index % 10 === 0);
  // Each operation uses its own copy of the database, because the real write follows the dry run.
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const recording = await recordingOf();
      try {
        problems.push(...(await differencesOf(recording, one)));
      } finally {
        await recording.close();
      }
    }
  };
  await Promise.all([next(), next()]);
  expect(problems).toEqual([]);
});

test("GET, public routes, uploads and signing in refuse dry_run; another value is refused everywhere", async () => {
  const recording = await recordingOf();
  try {
    const { server } = recording;
    const refusing = all.filter(
      ({ route, method }) =>
        // Kiosk routes reject the session with 403 before they validate the query.
        method !== "GET" && route?.access.kind !== "kiosk" && (route === undefined || !takesDryRun(route)),
    );
    expect(refusing.length).toBeGreaterThan(5);
    for (const operation of refusing) {
      const path = operation.path.replaceAll(/:(\w+)/g, (_, name) => salon.ids[name] ?? "x");
      const as = { ...fromOwner(), "content-type": "application/json" };
      const answer = await server.send({
        method: operation.method,
        url: `${path}?dry_run=1`,
        headers: as,
        payload: "{}",
      });
      // Upload routes reject the media type of this body before they validate the query.
      expect([404, 415, 422], `${operation.operationId} ${JSON.stringify(answer.body)}`).toContain(
        answer.status,
      );
    }
    const url = `/api/v1/businesses/${salon.ids.business}/clients?dry_run=`;
    const create = (value: string) =>
      server.send({ method: "POST", url: url + value, headers: fromOwner(), payload: { first_name: "Ada" } });
    expect((await create("maybe")).status).toBe(422);
    expect((await create("0")).status).toBe(201);
    const before = await hashOf(server.database);
    const encoded = url.replace("dry_run", "dry%5Frun");
    const payload = { first_name: "Ada" };
    const dry = await server.send({ method: "POST", url: `${encoded}1`, headers: fromOwner(), payload });
    expect(dry.status).toBe(201);
    expect(await hashOf(server.database)).toEqual(before);
    const listed = await server.send({ method: "GET", url: `${url}1`, headers: fromOwner() });
    expect(listed.status).toBe(422);
  } finally {
    await recording.close();
  }
});

const fromOwner = () => ({ cookie: salon.owner, origin: "https://book.haarwerk.example" });
