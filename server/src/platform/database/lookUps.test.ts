import { beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase, openPatiently } from "../../../test/fixtures/database.ts";
import { RequestTime, withinRequestTime } from "../requestTime.ts";
import { column, openDatabase, type PooledDatabase, statement } from "./index.ts";

let fresh: FreshDatabase;
let database: PooledDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openPatiently({ connectionString: fresh.connectionString });
});

/** Returns the connection and the time of the implicit transaction, which all statements of a trip share. */
const where = statement({
  name: "test_look_ups_where",
  params: { number: column.integer },
  columns: { number: column.integer, connection: column.integer, began_at: column.text },
  isLookUp: true,
  sql: "select $number as number, pg_backend_pid() as connection, now()::text as began_at",
});
const divide = statement({
  name: "test_look_ups_divide",
  params: { divisor: column.integer },
  columns: { result: column.integer },
  isLookUp: true,
  sql: "select 100 / $divisor as result",
});
const lookUp = async (number: number) => (await database.query(where, { number }))[0];

test("the lookups of one turn of the event loop leave in one trip, and each gets its own rows", async () => {
  const [first, second, third] = await Promise.all([lookUp(1), lookUp(2), lookUp(3)]);
  expect([first?.number, second?.number, third?.number]).toEqual([1, 2, 3]);
  expect(second).toEqual({ ...first, number: 2 });
  expect(third).toEqual({ ...first, number: 3 });
  expect((await lookUp(4))?.began_at).not.toBe(first?.began_at);
});

test("a lookup that fails rejects only its own caller", async () => {
  const results = await Promise.allSettled([lookUp(1), database.query(divide, { divisor: 0 }), lookUp(2)]);
  expect(results).toMatchObject([
    { status: "fulfilled", value: { number: 1 } },
    { status: "rejected", reason: { code: "22012" } },
    { status: "fulfilled", value: { number: 2 } },
  ]);
  expect(await database.query(divide, { divisor: 4 })).toEqual([{ result: 25 }]);
});

test("lookups fail together if the database is unreachable", async () => {
  const gone = openDatabase({ connectionString: "postgresql://daybook@127.0.0.1:1/nothing" });
  const results = await Promise.allSettled([1, 2].map((number) => gone.query(where, { number })));
  expect(results).toMatchObject([
    { status: "rejected", reason: { code: "unavailable" } },
    { status: "rejected", reason: { code: "unavailable" } },
  ]);
  await gone.close();
});

test("the time limit of one request does not end the lookup of another", async () => {
  const expired = new RequestTime({ limitMs: 1, waitMs: 1 });
  expired.expire();
  const [late, other] = await Promise.all([withinRequestTime(expired, () => lookUp(1)), lookUp(2)]);
  expect([late?.number, other?.number]).toEqual([1, 2]);
});

test("in a transaction, a lookup sees the changes of the transaction", async () => {
  const count = statement({
    name: "test_look_ups_count",
    columns: { count: column.integer },
    isLookUp: true,
    sql: "select count(*)::int as count from users",
  });
  const insert = statement({
    name: "test_look_ups_insert",
    params: { id: column.id },
    sql: "insert into users (id, email, first_name, created_at, updated_at) values ($id, 'ada@example.com', 'Ada', now(), now())",
  });
  await database
    .transaction(async (tx) => {
      await tx.query(insert, { id: "0198f3a0-0000-7000-8000-000000000001" });
      expect(await tx.query(count, {})).toEqual([{ count: 1 }]);
      throw new Error("roll back");
    })
    .catch((error) => expect(error).toMatchObject({ message: "roll back" }));
  expect(await database.query(count, {})).toEqual([{ count: 0 }]);
});
