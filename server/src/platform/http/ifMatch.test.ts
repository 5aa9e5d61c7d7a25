import { expect, test } from "vitest";
import { isStale } from "../../kernel/versions.ts";
import { versionsIn } from "./ifMatch.ts";

test.each([
  [undefined, null],
  ["*", null],
  [" * ", null],
  ['"3"', [3]],
  ["3", [3]],
  ['"3", "5"', [3, 5]],
  ['"3","5",', [3, 5]],
  [', "3" ,, "5"', [3, 5]],
  ['"a,b", "5"', [5]],
  ['W/"3"', []],
  ['W/"3", "4"', [4]],
  ['"03"', []],
  ['"0"', []],
  ['""', []],
  ["", []],
  ['"9999999999"', []],
  ['"\xff"', []],
])("If-Match: %s accepts %j", (header, versions) => {
  expect(versionsIn(header)).toEqual(versions);
});

test.each(["3, 5", "nonsense", '"3', '"3" "4"', '"3", *', 'w/"3"', '"3";"4"', 'W/ "3"', '"3"'.repeat(2)])(
  "a header that is not a list of tags matches no record: %s",
  (header) => {
    expect(versionsIn(header)).toEqual([]);
  },
);

test("a header of the maximum length is parsed in one pass", () => {
  const startedAt = performance.now();
  expect(versionsIn(`${'"1",\t \t'.repeat(2_000)}x`)).toEqual([]);
  expect(versionsIn(" ".repeat(16_000))).toEqual([]);
  expect(versionsIn(",".repeat(16_000))).toEqual([]);
  // Parsing in one pass takes milliseconds; parsing in quadratic time would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("If-Match accepts a record only if its version is listed", () => {
  expect([null, [], [1, 3], [2]].map((versions) => isStale(versions, 2))).toEqual([false, true, true, false]);
});
