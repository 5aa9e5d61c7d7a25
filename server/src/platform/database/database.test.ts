import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectTo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectedClient } from "../../../test/fixtures/connectedClient.ts";
import { freshDatabase } from "../../../test/fixtures/database.ts";
import { ApiError } from "../../kernel/errors.ts";
import { column, type Database, migrate, openDatabase, statement, waitForMigrations } from "./index.ts";

let database: Database;
let logged: string[];

const fresh = await freshDatabase();
const admin = await connectedClient(fresh.connectionString);
await admin.query(
  "create table counters (name text primary key, value integer not null check (value < 1000))",
);
beforeEach(async () => {
  logged = [];
  database = openDatabase({
    connectionString: fresh.connectionString,
    poolSize: 4,
    log: (message) => logged.push(message),
  });
  await admin.query("truncate counters");
  await admin.query("insert into counters values ('a', 0), ('b', 0)");
});
afterEach(() => database.close());

const add = statement({
  name: "test_counters_add",
  params: { name: column.text, value: column.integer },
  columns: { value: column.integer },
  sql: "update counters set value = value + $value where name = $name returning value",
});
const divide = statement({
  name: "test_divide",
  params: { divisor: column.integer },
  columns: { result: column.integer },
  sql: "select 1 / $divisor as result",
});
const read = statement({
  name: "test_counters_read",
  params: { name: column.text },
  columns: { value: column.integer },
  sql: "select value from counters where name = $name",
});
const pid = statement({
  name: "test_pid",
  columns: { pid: column.integer },
  sql: "select pg_backend_pid() as pid",
});
const sleep = statement({
  name: "test_sleep",
  params: { seconds: column.real },
  columns: { done: column.flag },
  sql: "select pg_sleep($seconds) is not null as done",
});

const readPlanned = statement({
  name: "test_counters_read_planned",
  plansForValues: true,
  params: { name: column.text },
  columns: { value: column.integer },
  sql: "select value from counters where name = $name",
});
const preparedNames = statement({
  name: "test_prepared_names",
  columns: { name: column.text },
  sql: "select name from pg_prepared_statements",
});

const counted = async (name: string) => (await database.query(read, { name }))[0]?.value;

test("a transaction returns the result of its work after the commit", async () => {
  const answer = await database.transaction(async (tx) => {
    tx.write(add, { name: "a", value: 1 });
    const [row] = await tx.query(add, { name: "a", value: 2 });
    return row?.value;
  });
  expect(answer).toBe(3);
  expect(await counted("a")).toBe(3);
});

test("a statement that is planned for its values is not kept as a prepared statement of the connection", async () => {
  const names = await database.transaction(async (tx) => {
    for (const one of [read, readPlanned]) expect(await tx.query(one, { name: "a" })).toEqual([{ value: 0 }]);
    return (await tx.query(preparedNames, {})).map(({ name }) => name);
  });
  expect(names).toContain(read.name);
  expect(names).not.toContain(readPlanned.name);
});

test("when a statement fails, the transaction rejects with its error, writes nothing, and the connection stays usable", async () => {
  const narrow = openDatabase({ connectionString: fresh.connectionString, poolSize: 1 });
  const backend = async () => (await narrow.query(pid, {}))[0]?.pid;
  const before = await backend();
  const failing = narrow.transaction(async (tx) => {
    tx.write(add, { name: "a", value: 1 });
    tx.write(divide, { divisor: 0 });
    tx.write(add, { name: "b", value: 1 });
    return "believed";
  });
  // Later statements only report that the transaction is aborted; the first error contains the cause.
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect([await counted("a"), await counted("b")]).toEqual([0, 0]);
  expect(await backend()).toBe(before);
  await narrow.close();
});

test("a statement that fails after an answered one fails the transaction", async () => {
  const failing = database.transaction(async (tx) => {
    const [row] = await tx.query(add, { name: "a", value: 1 });
    tx.write(divide, { divisor: 0 });
    return row?.value;
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect(await counted("a")).toBe(0);
});

test("a failure that the work caught still rolls the transaction back", async () => {
  const swallowing = database.transaction(async (tx) => {
    tx.write(add, { name: "a", value: 1 });
    await tx.query(divide, { divisor: 0 }).catch(() => undefined);
    return "as if nothing had happened";
  });
  await expect(swallowing).rejects.toMatchObject({ code: "22012" });
  expect(await counted("a")).toBe(0);
});

test("a constraint checked at the commit fails the transaction", async () => {
  await admin.query(
    "create table leaves (name text references counters (name) deferrable initially deferred)",
  );
  const insertLeaf = statement({
    name: "test_insert_leaf",
    params: { name: column.text },
    sql: "insert into leaves values ($name)",
  });
  const failing = database.transaction(async (tx) => {
    tx.write(insertLeaf, { name: "unknown" });
  });
  await expect(failing).rejects.toMatchObject({ code: "23503" });
  await admin.query("drop table leaves");
});

test("an error thrown by the work rolls the transaction back and is passed on", async () => {
  const refusal = new ApiError("not_found", "There is no such record.");
  const refused = database.transaction(async (tx) => {
    tx.write(add, { name: "a", value: 1 });
    await tx.query(add, { name: "b", value: 1 });
    throw refusal;
  });
  await expect(refused).rejects.toBe(refusal);
  expect([await counted("a"), await counted("b")]).toEqual([0, 0]);
});

test("two transactions that deadlock both succeed after a retry", async () => {
  const tries = { forward: 0, backward: 0 };
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const inOrder = (first: string, second: string, who: keyof typeof tries) =>
    database.transaction(async (tx) => {
      tries[who]++;
      await tx.query(add, { name: first, value: 1 });
      if (++holding === 2) bothHold.resolve();
      if (tries[who] === 1) await bothHold.promise;
      await tx.query(add, { name: second, value: 1 });
    });
  await Promise.all([inOrder("a", "b", "forward"), inOrder("b", "a", "backward")]);
  expect(tries.forward + tries.backward).toBeGreaterThanOrEqual(3);
  expect([await counted("a"), await counted("b")]).toEqual([2, 2]);
});

test("a listener is called once after each commit and never after a rollback", async () => {
  const commitsAtSignal: number[] = [];
  let commits = 0;
  const stop = database.listen("events", () => commitsAtSignal.push(commits));
  database.listen("deliveries", () => commitsAtSignal.push(-1));
  await database.transaction(async (tx) => {
    tx.signal("events");
    tx.signal("events");
    await tx.query(add, { name: "a", value: 1 });
    expect(commitsAtSignal).toEqual([]);
    commits++;
  });
  expect(commitsAtSignal).toEqual([1]);
  const failing = database.transaction(async (tx) => {
    tx.signal("events");
    tx.write(divide, { divisor: 0 });
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect(commitsAtSignal).toEqual([1]);
  stop();
  await database.transaction(async (tx) => tx.signal("events"));
  expect(commitsAtSignal).toEqual([1]);
});

test("retries are limited in number, and other errors are not retried", async () => {
  const raise = statement({
    name: "test_raise",
    params: { state: column.text },
    columns: { raised: column.flag },
    sql: "select test_raise($state) as raised",
  });
  await admin.query(`create function test_raise(state text) returns boolean language plpgsql as
    $$ begin raise exception 'on purpose' using errcode = state; end $$`);
  const triesOf = async (state: string) => {
    let tries = 0;
    const failing = database.transaction(async (tx) => {
      tries++;
      await tx.query(raise, { state });
    });
    await expect(failing).rejects.toMatchObject({ code: state });
    return tries;
  };
  expect(await triesOf("40001")).toBe(6);
  expect(await triesOf("40P01")).toBe(6);
  expect(await triesOf("23P01")).toBe(6);
  expect(await triesOf("23505")).toBe(1);
});

test("a connection lost during a transaction answers 503 and nothing is written", async () => {
  const asleep = Promise.withResolvers<number>();
  const failing = database.transaction(async (tx) => {
    const [row] = await tx.query(pid, {});
    tx.write(add, { name: "a", value: 1 });
    const sleeping = tx.query(sleep, { seconds: 600 });
    asleep.resolve(Number(row?.pid));
    await sleeping;
  });
  // The handler is attached before the query, because the transaction may fail before the administrator's query returns.
  const refused = expect(failing).rejects.toMatchObject({ code: "unavailable", status: 503 });
  await admin.query("select pg_terminate_backend($1::integer)", [await asleep.promise]);
  await refused;
  expect(await counted("a")).toBe(0);
});

test("a connection that is lost during a single statement causes 503", async () => {
  const failing = database.query(sleep, { seconds: 600 }).catch((error: unknown) => error);
  await vi.waitFor(async () => {
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep%' and datname = current_database()",
    );
    expect(rowCount).toBe(1);
  }, 240_000);
  expect(await failing).toMatchObject({ code: "unavailable" });
  expect(await counted("a")).toBe(0);
});

test("lost idle connections are logged and replaced", async () => {
  await Promise.all(Array.from({ length: 4 }, () => database.query(sleep, { seconds: 0.01 })));
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'daybook' and datname = current_database()",
  );
  await vi.waitFor(() => expect(logged).toEqual(Array(4).fill("a database connection was lost")), 60_000);
  await vi.waitFor(async () => expect(await counted("a")).toBe(0), 60_000);
  await database.transaction(async (tx) => tx.write(add, { name: "a", value: 1 }));
  expect(await counted("a")).toBe(1);
});

test("after one branch of the work has thrown, another cannot send statements, not even into the next transaction", async () => {
  const narrow = openDatabase({ connectionString: fresh.connectionString, poolSize: 1 });
  const thrown = Promise.withResolvers<void>();
  const straying = Promise.withResolvers<unknown>();
  const refused = narrow.transaction(async (tx) => {
    const goesOn = async () => {
      await thrown.promise;
      return tx.query(add, { name: "a", value: 100 });
    };
    goesOn().catch(straying.resolve);
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  const next = narrow.transaction(async (tx) => {
    thrown.resolve();
    expect(String(await straying.promise)).toContain("after the end of its transaction");
    return tx.query(add, { name: "a", value: 1 });
  });
  await next;
  await narrow.close();
  expect(await counted("a")).toBe(1);
});

test("closing waits for running queries and cuts off those that wait for a lock", async () => {
  const closed = openDatabase({ connectionString: fresh.connectionString, poolSize: 2 });
  const otherClient = await connectedClient(fresh.connectionString);
  await otherClient.query("begin");
  await otherClient.query("select from counters where name = 'a' for update");
  const asleep = closed.query(sleep, { seconds: 0.2 });
  const waiting = closed
    .transaction((tx) => tx.query(add, { name: "a", value: 1 }))
    .catch((error: unknown) => error);
  await vi.waitFor(async () => {
    const { rowCount } = await admin.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(rowCount).toBe(1);
  }, 240_000);
  await closed.close();
  expect(await asleep).toEqual([{ done: true }]);
  expect(await waiting).toMatchObject({ code: "unavailable" });
  await otherClient.end();
});

test("a migration whose connection is lost fails without ending the process", async () => {
  const otherClient = await connectedClient(fresh.connectionString);
  await waitForMigrations(otherClient);
  const failing = migrate(fresh.connectionString).catch((error: unknown) => error);
  await vi.waitFor(async () => {
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(rowCount).toBe(1);
  }, 240_000);
  expect(String(await failing)).toContain("terminating connection");
  await otherClient.end();
});

test("a database that does not answer is unavailable", async () => {
  const nowhere = openDatabase({ connectionString: "postgresql://daybook@127.0.0.1:1/daybook" });
  await expect(nowhere.query(pid, {})).rejects.toMatchObject({ code: "unavailable" });
  await expect(nowhere.transaction((tx) => tx.query(pid, {}))).rejects.toMatchObject({ code: "unavailable" });
  await nowhere.close();
});

test("the statements of a transaction and its commit are sent before the first is answered", async () => {
  const wire = await heldWire();
  const held = openDatabase({ connectionString: wire.connectionString, poolSize: 1 });
  await held.query(read, { name: "a" });
  wire.hold();
  const done = held.transaction(async (tx) => {
    tx.write(add, { name: "first", value: 1 });
    tx.write(add, { name: "second", value: 1 });
    tx.write(add, { name: "third", value: 1 });
  });
  // No response has arrived yet. Code that waited for each response would have sent only `begin`.
  await vi.waitFor(() => {
    for (const sent of ["begin", "first", "second", "third", "commit"]) expect(wire.sent()).toContain(sent);
  }, 240_000);
  wire.release();
  await done;
  await held.close();
  await wire.close();
});

/** Starts a database proxy that can delay responses and records the bytes sent to the database. */
async function heldWire() {
  const { host, port } = new pg.Client({ connectionString: fresh.connectionString });
  const folder = mkdtempSync(join(tmpdir(), "wire-"));
  const pairs: { client: Socket; server: Socket }[] = [];
  let sent = "";
  const proxy = createServer((client) => {
    const server = connectTo(
      host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port },
    );
    pairs.push({ client, server });
    client.on("data", (bytes) => {
      sent += bytes.toString("latin1");
      server.write(bytes);
    });
    server.pipe(client);
    client.on("close", () => server.destroy());
  });
  proxy.listen(join(folder, ".s.PGSQL.5432"));
  await once(proxy, "listening");
  const { user, database: name } = new pg.Client({ connectionString: fresh.connectionString });
  return {
    connectionString: `postgresql://${user}@/${name}?host=${encodeURIComponent(folder)}&port=5432`,
    sent: () => sent,
    hold: () => {
      sent = "";
      for (const { client, server } of pairs) server.unpipe(client);
    },
    release: () => {
      for (const { client, server } of pairs) server.pipe(client);
    },
    close: async () => {
      proxy.close();
      await once(proxy, "close");
      rmSync(folder, { recursive: true });
    },
  };
}
