import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { splitStatements } from "./splitStatements.ts";

test("a file is split at the semicolons that end its statements", () => {
  expect(splitStatements("select 1; select 2;\n")).toEqual(["select 1;", "select 2;"]);
  expect(splitStatements("select 1")).toEqual(["select 1"]);
});

test.each([
  ["a string", "select 'it''s; done';"],
  ["a name", 'select 1 as "a;b";'],
  ["a comment", "select 1 -- one; two\n, 2;"],
  ["a block comment", "select /* one; two */ 1;"],
  ["a body", "do $$ begin perform 1; end $$;"],
  ["a body with a tag", "do $body$ begin perform '$$;'; end $body$;"],
])("a semicolon in %s separates nothing", (_, sql) => {
  expect(splitStatements(sql)).toEqual([sql]);
});

test("a comment after the last statement is not a statement", () => {
  expect(splitStatements("select 1;\n-- the end; really\n/* yes */")).toEqual(["select 1;"]);
});

test("the parts of every migration are its text", () => {
  const folder = new URL("../../../migrations/", import.meta.url);
  for (const file of readdirSync(folder)) {
    const sql = readFileSync(new URL(file, folder), "utf8");
    const parts = splitStatements(sql);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.join("").replaceAll(/\s/g, "")).toBe(sql.replaceAll(/\s/g, ""));
  }
});
