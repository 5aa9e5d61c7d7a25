import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "../../../test/fixtures/database.ts";
import { column, openDatabase, type PooledDatabase, statement } from "./index.ts";

let database: PooledDatabase;

const fresh = await freshDatabase();
beforeEach(() => {
  database = openDatabase({ connectionString: fresh.connectionString, poolSize: 1 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
});

const echo = statement({
  name: "test_trip_echo",
  params: { text: column.nullable(column.text), texts: column.texts, bytes: column.bytes },
  columns: { text: column.nullable(column.text), texts: column.texts, bytes: column.bytes },
  sql: "select $text as text, $texts as texts, $bytes as bytes",
});
const divide = statement({
  name: "test_trip_divide",
  params: { divisor: column.integer },
  columns: { result: column.integer },
  sql: "select 100 / $divisor as result",
});
const listBytes = statement({
  name: "test_trip_list_bytes",
  params: { all: column.byteLists },
  columns: { bytes: column.bytes },
  sql: "select bytes from unnest($all) with ordinality as one (bytes, number) order by number",
});

/** Returns the bytes of each write to a socket while `work` runs. */
async function writesOf(work: () => Promise<unknown>): Promise<string[]> {
  const write = vi.spyOn(Socket.prototype, "write");
  await work();
  return write.mock.calls.map(([chunk]) => String(chunk));
}

test("the statements of a round trip leave in one write, the last ones with the commit", async () => {
  const work = () =>
    database.transaction(async (tx) => {
      const both = [tx.query(divide, { divisor: 1 }), tx.query(divide, { divisor: 2 })];
      expect((await Promise.all(both)).flat()).toEqual([{ result: 100 }, { result: 50 }]);
      tx.write(divide, { divisor: 4 });
      tx.write(divide, { divisor: 5 });
    });
  await work();
  const writes = await writesOf(work);
  expect(writes.map((bytes) => bytes.split(divide.name).length - 1)).toEqual([2, 2]);
  expect(writes[0]).toContain("begin");
  expect(writes[1]).toContain("commit");
});

test("PostgreSQL parses and describes a statement once for each connection", async () => {
  const first = (await writesOf(() => database.query(divide, { divisor: 1 }))).at(-1);
  vi.restoreAllMocks();
  const [second = ""] = await writesOf(() => database.query(divide, { divisor: 1 }));
  expect(first).toContain(divide.text);
  expect(second).not.toContain(divide.text);
  expect(second.length).toBeLessThan(80);
});

test("values of every kind come back as they were sent", async () => {
  const text = `"{a,b}" \\ 'c' $1 NULL \u{1f600}\n`;
  const values = { text, texts: [text, "", "NULL", "null", "{}", "\\x00"], bytes: Buffer.from([0, 1, 255]) };
  expect(await database.query(echo, values)).toEqual([values]);
  const empty = { text: null, texts: [], bytes: Buffer.alloc(0) };
  expect(await database.query(echo, empty)).toEqual([empty]);
  const all = [Buffer.from([0]), Buffer.from('"\\'), Buffer.alloc(0)];
  expect(await database.query(listBytes, { all })).toEqual(all.map((bytes) => ({ bytes })));
});

test("a value without an encoding fails its statement only, before anything is written", async () => {
  const broken = database.query(divide, { divisor: {} as number });
  await expect(broken).rejects.toThrow("has no encoding");
  expect(await database.query(divide, { divisor: 10 })).toEqual([{ result: 10 }]);
});

test("after a failed statement the connection runs statements that PostgreSQL skipped", async () => {
  const failing = database.transaction(async (tx) => {
    tx.write(divide, { divisor: 0 });
    await tx.query(echo, { text: "a", texts: [], bytes: Buffer.alloc(0) });
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  const values = { text: "b", texts: ["c"], bytes: Buffer.from("d") };
  expect(await database.query(echo, values)).toEqual([values]);
  expect(database.connections().open).toBe(1);
});
