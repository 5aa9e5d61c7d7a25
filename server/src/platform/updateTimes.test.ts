import { expect, test } from "vitest";
import { businessWithApiKey } from "../../test/fixtures/businessWithApiKey.ts";
import { connectedClient } from "../../test/fixtures/connectedClient.ts";
import { testDatabase } from "../../test/fixtures/database.ts";
import { sql } from "../../test/fixtures/sql.ts";
import { type Clock, settableClock, systemClock } from "../kernel/clock.ts";
import { openDatabase } from "./database/index.ts";
import { NO_HORIZON_AT, updateHorizon, updateTime } from "./updateTimes.ts";

const database = await testDatabase();

test("the horizon is before every change of an open transaction, and passes it after the commit", async () => {
  const changed = Promise.withResolvers<number>();
  const mayEnd = Promise.withResolvers<void>();
  const open = database.transaction(async (tx) => {
    await sql(tx)<{ number: string }>`select pg_current_xact_id()::text as number`;
    changed.resolve((await updateTime(tx))(systemClock.now()));
    await mayEnd.promise;
    // A later change in the same transaction is also after the horizon.
    return (await updateTime(tx))(systemClock.now());
  });
  const changedAt = await changed.promise;
  expect(await updateHorizon(database)).toBeLessThanOrEqual(changedAt);
  mayEnd.resolve();
  const last = await open;
  await expect.poll(() => updateHorizon(database), { timeout: 20_000 }).toBeGreaterThan(last);
});

test("a transaction of another application with the same role that writes holds the horizon back", async () => {
  const other = await connectedClient(database.connectionString, { application_name: "psql" });
  await other.query("begin");
  const { rows } = await other.query<{ at: Date }>("select now() as at, pg_current_xact_id()");
  expect(await updateHorizon(database)).toBeLessThanOrEqual(rows[0]?.at.getTime() ?? 0);
  await other.query("rollback");
  await other.end();
});

test("a change never has an earlier time than the one before", async () => {
  const later = systemClock.now() + 60_000;
  const time = await database.transaction(updateTime);
  expect(time(systemClock.now(), later)).toBe(later);
});

test("callers with a clock of their own stamp its time, and read without a horizon", async () => {
  const now = Date.UTC(2040, 0, 1);
  const clock = settableClock(now);
  const own = openDatabase({ connectionString: database.connectionString, clock });
  expect((await own.transaction(updateTime))(clock.now())).toBe(now);
  expect((await own.transaction(updateTime))(clock.now() - 1, now)).toBe(now);
  expect(await updateHorizon(own)).toBe(NO_HORIZON_AT);
  await own.close();
});

test("changes have the time of the database unless callers have a clock of their own", async () => {
  const isSystem = async (options: { clock?: Clock }) => {
    const opened = openDatabase({ connectionString: database.connectionString, ...options });
    await opened.close();
    return opened.hasSystemClock;
  };
  expect(await isSystem({})).toBe(true);
  expect(await isSystem({ clock: systemClock })).toBe(true);
  expect(await isSystem({ clock: settableClock(0) })).toBe(false);
});

test("no table allows updated_at to decrease", async () => {
  const client = await connectedClient(database.connectionString);
  const { rows } = await client.query<{ name: string; guards: number }>(
    `select c.relname as name,
       (select count(*)::integer from pg_trigger t
        where t.tgrelid = c.oid and t.tgname = 'keep_updated_at' and t.tgenabled = 'O') as guards
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at' and not a.attisdropped
     where c.relnamespace = current_schema()::text::regnamespace and c.relkind in ('r', 'p')
     order by 1`,
  );
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter(({ guards }) => guards !== 1)).toEqual([]);
  const { businessId } = await businessWithApiKey(database);
  for (const [table, key] of [
    ["businesses", "id"],
    ["users", "id"],
  ]) {
    const read = async () =>
      (
        await client.query<{ at: string }>(
          `select updated_at::text as at from ${table} order by ${key} limit 1`,
        )
      ).rows[0]?.at;
    const before = await read();
    await client.query(`update ${table} set updated_at = updated_at - interval '1 hour'`);
    expect(await read(), `${table} ${businessId}`).toBe(before);
    await client.query(`update ${table} set updated_at = updated_at + interval '1 hour'`);
    expect(await read()).not.toBe(before);
  }
  await client.end();
});
