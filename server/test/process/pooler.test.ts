import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { Reader } from "../../src/platform/database/index.ts";
import { findPooler, openDatabase } from "../../src/platform/database/index.ts";
import { closeAtEnd } from "../fixtures/closeAtEnd.ts";
import { bareDatabase, type FreshDatabase } from "../fixtures/database.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import { sql } from "../fixtures/sql.ts";
import { bookingOf } from "../fixtures/testApp.ts";
import { withClient } from "../fixtures/testNodes.ts";
import { isFullRun } from "../fullRun.ts";
import { daybook, newDataFolder } from "./daybook.ts";
import { type PgBouncer, pgBouncerCases, startPgBouncer } from "./pgbouncer.ts";
import { startTwoServers } from "./twoServers.ts";

const CALLERS = 24;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const readSettings = (reader: Reader) =>
  sql(reader)<{ zone: string; seqscan: string; lock: string; statement: string }>`
    select
    current_setting('TimeZone') as zone,
    current_setting('enable_seqscan') as seqscan,
    current_setting('lock_timeout') as lock,
    current_setting('statement_timeout') as statement`;

describe.each(pgBouncerCases)("$name", (pgBouncer) => {
  const dataDir = newDataFolder();
  let bare: FreshDatabase;
  let pooler: PgBouncer;
  let pooled: string;
  beforeAll(async () => {
    bare = await bareDatabase();
    pooler = await startPgBouncer(pgBouncer, bare.connectionString);
    closeAtEnd(pooler.stop);
    pooled = pooler.connectionString;
  });

  const environment = (connectionString = pooled) => ({
    DATABASE_URL: connectionString,
    DAYBOOK_DATA_DIR: dataDir,
    DAYBOOK_SECRET: "s".repeat(32),
    DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
  });

  test("it is found, and whether it keeps prepared statements", async () => {
    expect(await findPooler(pooled)).toEqual({ isPooled: true, preparesNames: pgBouncer.keepsNames });
    expect(await findPooler(bare.connectionString)).toEqual({ isPooled: false, preparesNames: true });
  });

  test("daybook migrates and books through it: 24 callers of two processes, and every start is booked once", async () => {
    const migrated = daybook(["migrate"], environment());
    expect(await migrated.ended, migrated.errors()).toBe(0);
    const direct = openDatabase({ connectionString: bare.connectionString });
    const salon = await createSalon(direct, systemClock);
    await direct.close();
    const servers = await startTwoServers(pooled, {
      DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
      DAYBOOK_DATABASE_CONNECTIONS: "16",
    });
    const starts = freeStarts(salon);
    // Each caller tries all starts and begins at a different start.
    const statuses = await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        const base = `${servers.addresses[caller % 2]}/api/v1/businesses/${salon.businessId}`;
        const headers = { authorization: `Bearer ${salon.key}`, "content-type": "application/json" };
        const post = (path: string, body: object) =>
          untilServed(`${base}/${path}`, {
            method: "POST",
            headers: { ...headers, "idempotency-key": newId() },
            body: JSON.stringify(body),
          });
        const client = (await (await post("clients", { first_name: `Client ${caller}` })).json()) as {
          data: { id: string };
        };
        const seen: number[] = [];
        for (const nth of starts.keys()) {
          const { startsAt, staffId } = starts[(nth + caller) % starts.length] as Start;
          const wanted = bookingOf(salon, startsAt, [[salon.cut, staffId]], { client_id: client.data.id });
          seen.push((await post("appointments", wanted)).status);
          seen.push((await untilServed(`${base}/services`, { headers })).status);
        }
        return seen;
      }),
    );
    const counts = Object.fromEntries(
      [...Map.groupBy(statuses.flat(), (status) => status)].map(([status, { length }]) => [status, length]),
    );
    const attempts = CALLERS * starts.length;
    expect(counts).toEqual({ 200: attempts, 201: starts.length, 409: attempts - starts.length });
    expect((await fetch(`${servers.addresses[0]}/health/ready`)).status).toBe(200);
    await servers.close();
    expect(servers.errors()).not.toMatch(/prepared statement|failed/);
    const { rows } = await onDatabase(
      bare.connectionString,
      "select count(*)::int as booked, count(distinct (staff_id, starts_at))::int as starts from appointment_items",
    );
    expect(rows).toEqual([{ booked: starts.length, starts: starts.length }]);
  }, 240_000);

  test("statements have the settings of Daybook in and outside of transactions, and leave none behind", async () => {
    const database = openDatabase({
      connectionString: pooled,
      poolSize: 8,
      pooler: await findPooler(pooled),
    });
    const expected = { zone: "UTC", seqscan: "off", lock: "3s", statement: "15s" };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 ? readSettings(database) : database.transaction((tx) => readSettings(tx)),
      ),
    );
    expect(answers).toEqual(answers.map(() => [expected]));
    await database.close();
    const { rows } = await onDatabase(pooled, "show enable_seqscan");
    expect(rows).toEqual([{ enable_seqscan: "on" }]);
  });

  test("doctor reports whether the pooler supports prepared statements; backup and restore require a direct connection", async () => {
    const checked = daybook(["doctor"], environment());
    await checked.ended;
    expect(checked.output()).toMatch(
      pgBouncer.keepsNames
        ? /ok {5}pooler {6}between Daybook and PostgreSQL, supports prepared statements/
        : /ok {5}pooler {6}between Daybook and PostgreSQL, without prepared statements, which costs time/,
    );
    const backup = daybook(["backup", join(tmpdir(), "never.tar")], environment());
    expect(await backup.ended).toBe(1);
    expect(backup.errors()).toContain("daybook backup needs a direct connection");
    const direct = daybook(["doctor"], environment(bare.connectionString));
    await direct.ended;
    expect(direct.output()).toMatch(/ok {5}pooler {6}none/);
  }, 240_000);

  test("in statement mode, which has no transactions, the server refuses to start with one sentence", async () => {
    const one = await startPgBouncer(pgBouncer, bare.connectionString, "statement");
    const started = daybook(["web"], environment(one.connectionString));
    expect(await started.ended).toBe(1);
    expect(started.errors()).toContain(
      "The database in DATABASE_URL cannot be used: it points to a pooler in statement mode, but Daybook needs transactions",
    );
    const checked = daybook(["doctor"], environment(one.connectionString));
    expect(await checked.ended).toBe(1);
    expect(checked.output()).toMatch(/WRONG {2}database.*pooler in statement mode/);
    await one.stop();
  }, 240_000);
});

/** Repeats a request while the response is 503, which a busy machine sometimes returns. */
async function untilServed(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, init);
    if (answer.status !== 503) return answer;
    await answer.arrayBuffer();
  }
}

interface Start {
  readonly startsAt: string;
  readonly staffId: string;
}

/** Returns non-overlapping starts for a cut with each staff member, on working days from next week. */
function freeStarts({ anna, ben }: Salon): Start[] {
  const midnightAt = Math.floor(systemClock.now() / DAY_MS) * DAY_MS;
  const days = Array.from({ length: 14 }, (_, day) => midnightAt + (7 + day) * DAY_MS);
  return days
    .filter((at) => new Date(at).getUTCDay() !== 0)
    .slice(0, isFullRun ? 12 : 2)
    .flatMap((at) => [9, 11, 13].map((hour) => new Date(at + hour * HOUR_MS).toISOString()))
    .flatMap((startsAt) => [anna, ben].map((staffId) => ({ startsAt, staffId })));
}

async function onDatabase(connectionString: string, sql: string): Promise<pg.QueryResult> {
  return withClient(connectionString, (client) => client.query(sql));
}

test.runIf(pgBouncerCases.length === 0)("skipped: pgbouncer is not installed on this machine", () => {});
