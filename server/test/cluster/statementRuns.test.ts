import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { expect, test } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { type AnyStatement, declaredStatements } from "../../src/platform/database/index.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { freshDatabase } from "../fixtures/database.ts";

const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));

const LIST_LENGTH = 12;
const neighbor = newId();

const fresh = await freshDatabase();
const client = await connectedClient(fresh.connectionString);

/**
 * Returns a valid value of an SQL type. Lists have twelve entries, so that the entries almost always belong to several nodes.
 */
function madeUp(cast: string): unknown {
  if (cast.endsWith("[]")) return Array.from({ length: LIST_LENGTH }, () => madeUp(cast.slice(0, -2)));
  switch (cast) {
    case "uuid":
      return newId();
    case "boolean":
      return true;
    case "date":
      return "2030-01-01";
    case "timestamptz":
      return "2030-01-01T00:00:00Z";
    case "bytea":
      return Buffer.from("made up");
    case "json":
    case "jsonb":
      return "{}";
    case "text":
      return "made up";
    default:
      return 1;
  }
}

/** Returns twelve rows for the parameter that a statement reads with `jsonb_to_recordset`. */
function madeUpRows(text: string, position: number): string | undefined {
  const source = new RegExp(`jsonb_to_recordset\\(\\$${position}::jsonb\\) as \\w+ \\(([^)]*)\\)`).exec(text);
  const columns = source?.[1]?.split(", ").map((each) => each.split(" ") as [string, string]);
  if (columns === undefined) return undefined;
  const row = () =>
    Object.fromEntries(
      columns.map(([name, cast]) => [name, Buffer.isBuffer(madeUp(cast)) ? "\\x00" : madeUp(cast)]),
    );
  return JSON.stringify(Array.from({ length: LIST_LENGTH }, row));
}

function madeUpValues({ text, params }: AnyStatement, withNulls: boolean): unknown[] {
  return Object.entries(params).map(([name, { cast, nullable }], index) => {
    // The parameter contains businesses of one partition, so all entries are the same business.
    if (name === "neighborIds") return Array.from({ length: LIST_LENGTH }, () => neighbor);
    return withNulls && nullable ? null : (madeUpRows(text, index + 1) ?? madeUp(cast));
  });
}

/** Classes of errors that generated values cause: invalid data, violated constraints and exceptions raised by triggers. */
const OF_VALUES = /^(21|22|23|P0)/;
/** Citus reports a violated constraint without its code if the rows come from a list. */
const VIOLATION = /violates .* constraint|violates exclusion/;

/** Runs a statement and rolls it back. Returns the server's error; undefined if the generated values caused the error. */
async function problemOf(statement: AnyStatement, values: unknown[]): Promise<string | undefined> {
  await client.query("begin");
  try {
    await client.query(statement.text, values);
    return undefined;
  } catch (error) {
    const { code = "", message } = error as pg.DatabaseError;
    return OF_VALUES.test(code) || VIOLATION.test(message)
      ? undefined
      : `${statement.name}: ${code} ${message}`;
  } finally {
    await client.query("rollback");
  }
}

test("this server runs every statement with values of several businesses", async () => {
  const files = globSync("**/*.ts", { cwd: SOURCE })
    .filter((file) => !file.endsWith(".test.ts") && !file.startsWith("platform/database/"))
    .filter((file) =>
      /from "(\.\.?\/)+(platform\/)?database\/index.ts"/.test(readFileSync(SOURCE + file, "utf8")),
    );
  for (const file of files) await import(SOURCE + file);
  const statements = declaredStatements();
  expect(statements.length).toBeGreaterThan(700);
  const problems: string[] = [];
  for (const statement of statements)
    for (const withNulls of [false, true]) {
      const problem = await problemOf(statement, madeUpValues(statement, withNulls));
      if (problem !== undefined) problems.push(problem);
    }
  expect(problems).toEqual([]);
});
