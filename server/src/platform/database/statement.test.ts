import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../test/database.ts";
import { problemsOf } from "../../../test/statementCheck.ts";
import { column, declaredStatements, type Statement, statement } from "./index.ts";

const SOURCE = fileURLToPath(new URL("../../", import.meta.url));

let fresh: FreshDatabase;
let client: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  client = new pg.Client({ connectionString: fresh.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

/** Every file of the server that declares SQL. */
function filesWithStatements(): string[] {
  return globSync("**/*.ts", { cwd: SOURCE })
    .filter((file) => !file.endsWith(".test.ts") && !file.endsWith("database/statement.ts"))
    .filter((file) => /\bstatement\(/.test(readFileSync(SOURCE + file, "utf8")));
}

test("every statement answers what it declares, on the migrated database", async () => {
  const files = filesWithStatements();
  for (const file of files) await import(SOURCE + file);
  const statements = declaredStatements();
  // Otherwise the files were not read, or the registry is another one than theirs.
  expect(files.length).toBeGreaterThanOrEqual(5);
  expect(statements.length).toBeGreaterThan(files.length);
  const problems: string[] = [];
  for (const declared of statements) problems.push(...(await problemsOf(client, declared)));
  expect(problems).toEqual([]);
});

test("no SQL is sent but declared SQL", () => {
  // Bare text may go to the connection in the adapter, the migrations and the checks of the server at its start.
  const files = globSync("features/**/*.ts", { cwd: SOURCE }).filter((file) => !file.endsWith(".test.ts"));
  const offenders = files.filter((file) => /from "pg"/.test(readFileSync(SOURCE + file, "utf8")));
  expect(offenders).toEqual([]);
});

const problemsWith = (columns: Statement<unknown>["columns"], text: string) =>
  problemsOf(client, { name: "planted", columns, text });

test.each<[string, Statement<unknown>["columns"], string, string]>([
  ["an unknown table", {}, "select from nowhere", "does not exist"],
  ["a mistake in the grammar", {}, "selekt 1", "syntax error"],
  [
    "a column too few",
    { id: column.id },
    "select id, email from users",
    "answers (id, email) but declares (id)",
  ],
  ["another name", { user_id: column.id }, "select id from users", "answers (id) but declares (user_id)"],
  [
    "another order",
    { email: column.text, id: column.id },
    "select id, email from users",
    "answers (id, email)",
  ],
  ["another type", { id: column.text }, "select id from users", "planted.id has type 2950"],
  ["a bare null", { last_name: column.text }, "select last_name from users", "planted.last_name can be null"],
  [
    "a null behind a returning",
    { last_name: column.text },
    "update users set first_name = $1 returning last_name",
    "can be null",
  ],
  [
    "a null by an outer join",
    { id: column.id, role: column.text },
    "select u.id, m.role from users u left join memberships m on m.user_id = u.id where u.email = $1",
    "planted.role can be null",
  ],
  [
    "a null by an outer join the other way round",
    { id: column.id, role: column.text },
    "select u.id, m.role from memberships m right join users u on m.user_id = u.id where u.email = $1",
    "planted.role can be null",
  ],
])("%s is found out", async (_, columns, text, complaint) => {
  const problems = await problemsWith(columns, text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(complaint);
});

test("what is right is left alone", async () => {
  const right: [Statement<unknown>["columns"], string][] = [
    [
      { id: column.id, last_name: column.nullable(column.text) },
      "select id, last_name from users where id = $1",
    ],
    [{ number: column.integer }, "select count(*) as number from users"],
    [{}, "delete from users where id = $1"],
    [
      { id: column.id, role: column.text },
      "select u.id, m.role from users u left join memberships m on m.user_id = u.id where m.role = $1",
    ],
    [
      { role: column.nullable(column.text) },
      "select m.role from users u left join memberships m on m.user_id = u.id",
    ],
  ];
  for (const [columns, text] of right) expect(await problemsWith(columns, text)).toEqual([]);
});

test("two statements of one name stop the start", () => {
  statement("test_twice", {}, "select");
  expect(() => statement("test_twice", {}, "select")).toThrow("Two statements are named test_twice.");
});
