import fc from "fast-check";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/fixtures/database.ts";
import { column, statement } from "./index.ts";

const database = await testDatabase();

const columns = {
  at: column.instant,
  list: column.instants,
  number: column.integer,
  flag: column.flag,
  word: column.text,
};
const readBack = statement({
  name: "test_types",
  params: columns,
  columns,
  sql: "select $at as at, $list as list, $number as number, $flag as flag, $word as word",
});

const FIRST_AT = Date.UTC(1900, 0, 1);
const LAST_AT = Date.UTC(2201, 0, 1) - 1;
const EDGES = [
  FIRST_AT,
  FIRST_AT + 1,
  -1,
  -500,
  -1000,
  0,
  1,
  999,
  Date.UTC(1999, 11, 31, 23, 59, 59, 999),
  LAST_AT,
];

const instant = fc.oneof(fc.integer({ min: FIRST_AT, max: LAST_AT }), fc.constantFrom(...EDGES));

test("a value reads back as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(
      instant,
      fc.array(instant, { maxLength: 5 }),
      fc.integer(),
      fc.boolean(),
      fc.string({ unit: "grapheme", maxLength: 10 }),
      async (at, list, number, flag, word) => {
        const values = { at, list, number, flag, word };
        expect(await database.query(readBack, values)).toEqual([values]);
      },
    ),
    { numRuns: 300 },
  );
});

const readMicroseconds = statement({
  name: "test_types_microseconds",
  params: { text: column.text },
  columns: { at: column.instant, list: column.instants },
  sql: "select $text::timestamptz as at, array[$text::timestamptz] as list",
});

test.each([
  ["1900-01-01T00:00:00.000999Z", FIRST_AT],
  ["1969-12-31T23:59:59.9999Z", -1],
  ["1970-01-01T00:00:00.1Z", 100],
  ["1970-01-01T00:00:00.12Z", 120],
  ["1970-01-01T00:00:00.0015Z", 1],
  ["2027-03-29T09:00:00.123456+02:00", Date.UTC(2027, 2, 29, 7, 0, 0, 123)],
  ["2200-12-31T23:59:59.999999Z", LAST_AT],
])("%s is truncated to the millisecond", async (text, at) => {
  expect(await database.query(readMicroseconds, { text })).toEqual([{ at, list: [at] }]);
});

const otherColumns = {
  big: column.integer,
  day: column.date,
  id: column.id,
  document: column.json<unknown>(),
};
const readOthers = statement({
  name: "test_types_others",
  params: otherColumns,
  columns: { ...otherColumns, number: column.integer },
  sql: "select $big as big, $day as day, $id as id, $document as document, count(*) as number from users",
});

test("dates stay text, large integers become numbers, JSON is parsed", async () => {
  const id = "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10";
  const document = { a: [1, null, "ü"] };
  const values = { big: 9_007_199_254_740_991, day: "1900-02-28", id: id.toUpperCase(), document };
  expect(await database.query(readOthers, values)).toEqual([{ ...values, id, number: 0 }]);
});
