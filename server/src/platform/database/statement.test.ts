import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { connectedClient } from "../../../test/fixtures/connectedClient.ts";
import { freshDatabase } from "../../../test/fixtures/database.ts";
import { problemsOf } from "../../../test/statementCheck.ts";
import { newId } from "../../kernel/ids.ts";
import {
  type Columns,
  column,
  declaredStatements,
  declaredTables,
  insertInto,
  insertRows,
  list,
  nullsOf,
  openDatabase,
  pick,
  statement,
  table,
  updateRow,
  view,
} from "./index.ts";

const SOURCE = fileURLToPath(new URL("../../", import.meta.url));

const fresh = await freshDatabase();
const client = await connectedClient(fresh.connectionString);

/** Lists the files of the server that declare SQL or tables. */
function filesWithStatements(): string[] {
  return globSync("**/*.ts", { cwd: SOURCE })
    .filter((file) => !file.endsWith(".test.ts") && !file.startsWith("platform/database/"))
    .filter((file) =>
      /\b(statement|insertInto|insertRows|updateRow|deleteWhere|archiveRow|deleteRow|findIds|table)\(/.test(
        readFileSync(SOURCE + file, "utf8"),
      ),
    );
}

test("every statement on the migrated database has the declared columns and parameters", async () => {
  const files = filesWithStatements();
  for (const file of files) await import(SOURCE + file);
  const statements = declaredStatements();
  // These assertions fail if the files were not loaded, or if they registered their statements in another copy of the module.
  expect(files.length).toBeGreaterThanOrEqual(5);
  expect(statements.length).toBeGreaterThan(files.length);
  const problems: string[] = [];
  for (const declared of statements) problems.push(...(await problemsOf(client, declared)));
  expect(problems).toEqual([]);
});

test("features send declared SQL only", () => {
  // Only the database adapter, the migrations and backups may send undeclared SQL.
  const files = globSync("features/**/*.ts", { cwd: SOURCE }).filter((file) => !file.endsWith(".test.ts"));
  const offenders = files.filter((file) => /from "pg"/.test(readFileSync(SOURCE + file, "utf8")));
  expect(offenders).toEqual([]);
});

const problemsWith = (columns: Columns, text: string) =>
  problemsOf(client, {
    name: "planted",
    columns,
    returnsRows: true,
    params: {},
    plansForValues: false,
    isLookUp: false,
    valuesOf: () => [],
    text,
  });

test.each<[string, Columns, string, string]>([
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
    "a filtered column without its condition",
    { last_name: column.notNull(column.nullable(column.text)) },
    "select last_name from users where first_name is not null",
    "planted.last_name can be null",
  ],
  [
    "a null in a returning clause",
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
])("%s is reported", async (_, columns, text, complaint) => {
  const problems = await problemsWith(columns, text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(complaint);
});

test("the check accepts a correct declaration", async () => {
  const right: [Columns, string][] = [
    [
      { id: column.id, last_name: column.nullable(column.text) },
      "select id, last_name from users where id = $1",
    ],
    [
      { last_name: column.notNull(column.nullable(column.text)) },
      "select last_name from users where last_name is not null",
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

test("every table is declared with its columns and the values of its check constraints", async () => {
  for (const file of filesWithStatements()) await import(SOURCE + file);
  const { rows } = await client.query<{ name: string; column: string; type: number; required: boolean }>(
    `select relname as name, attname as column, atttypid::integer as type, attnotnull as required
     from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
       and relname <> 'migrations'
     order by relname, attnum`,
  );
  const { rows: checks } = await client.query<{ name: string; text: string }>(
    `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as text
     from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  const problems: string[] = [];
  const tables = Map.groupBy(rows, ({ name }) => name);
  const declared = new Map(declaredTables().map((each) => [each.name, each]));
  declared.delete(people.name);
  for (const name of declared.keys()) if (!tables.has(name)) problems.push(`${name} is not in the database`);
  for (const [name, columns] of tables) {
    const declaration = declared.get(name);
    if (declaration === undefined) problems.push(`${name} is not declared`);
    else if (Object.keys(declaration.columns).join() !== columns.map((each) => each.column).join())
      problems.push(`${name} has the columns ${columns.map((each) => each.column).join(", ")}`);
    for (const { column: columnName, type, required } of columns) {
      const found = declaration?.columns[columnName];
      if (found === undefined) continue;
      if (!found.oids.includes(type)) problems.push(`${name}.${columnName} has type ${type}`);
      if (found.nullable === required) problems.push(`${name}.${columnName}: nullable is ${!required}`);
      const words = wordsOf(checks, name, columnName);
      if (found.words?.join() !== words?.join())
        problems.push(`${name}.${columnName} is one of ${words?.join()}`);
    }
  }
  expect(tables.size).toBeGreaterThan(50);
  expect(problems).toEqual([]);
});

/** Returns the values that a check constraint allows in a column; undefined without a constraint. */
function wordsOf(
  checks: readonly { name: string; text: string }[],
  name: string,
  of: string,
): string[] | undefined {
  const pattern = new RegExp(`^CHECK \\(\\(${of} = (?:ANY \\(ARRAY\\[(.*)\\]\\)|('[^']*'::text))\\)\\)$`);
  const [, several, one] =
    checks
      .filter((check) => check.name === name)
      .map(({ text }) => pattern.exec(text))
      .find((match) => match !== null) ?? [];
  const words = several ?? one;
  return words === undefined ? undefined : [...words.matchAll(/'([^']*)'/g)].map(([, word]) => String(word));
}

/** The type that each suffix of a parameter name requires. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  // Contract §3 uses this name for a date.
  [/^patch_test_at$/, "date"],
  [/(At|_at|Since|Until|_until)$|^(now|since|until)$/, "timestamptz"],
  [/(On|_on)$|^date$/, "date"],
  [/(Minutes|_minutes|Amount|_amount|Minor|_minor|Days|_days|Months|_months)$/, "bigint"],
];

/** Returns the parameters whose name requires another type, or whose type requires a name with a unit. */
function misnamed(params: Columns): string[] {
  return Object.entries(params).flatMap(([name, { cast }]) => {
    const promised = UNITS.find(([pattern]) => pattern.test(name))?.[1];
    const mustBeSaid = cast === "timestamptz" || cast === "date";
    return promised === cast || (promised === undefined && !mustBeSaid) ? [] : [`$${name} is ${cast}`];
  });
}

test("the name of a parameter has its unit", async () => {
  for (const file of filesWithStatements()) await import(SOURCE + file);
  expect(misnamed({ startsAt: column.integer, startsOn: column.date, day: column.date })).toHaveLength(2);
  const problems = declaredStatements().flatMap(({ name, params }) =>
    misnamed(params).map((problem) => `${name}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

const people = table("test_people", "test", {
  business_id: column.id,
  id: column.id,
  name: column.text,
  born_at: column.nullable(column.instant),
  traits: column.json<string[]>(),
});

describe("named parameters", () => {
  const pair = statement({
    name: "test_pair",
    params: { clientId: column.id, staffId: column.id, startsAt: column.instant },
    columns: { pair: column.text },
    sql: "select $staffId || ' ' || $clientId || ' ' || ($startsAt = $startsAt) as pair",
  });

  test("values are passed by name and each position is cast", async () => {
    const database = openDatabase({ connectionString: fresh.connectionString, poolSize: 1 });
    const [one, other] = [newId(), newId()];
    expect(pair.text).toBe(
      "select $1::uuid || ' ' || $2::uuid || ' ' || ($3::timestamptz = $3::timestamptz) as pair",
    );
    const rows = await database.query(pair, { clientId: one, staffId: other, startsAt: 0 });
    expect(rows).toEqual([{ pair: `${other} ${one} true` }]);
    await database.close();
  });

  test("two values of one PostgreSQL type cannot be swapped", () => {
    const [clientId, staffId, locationId] = [newId(), newId(), newId()];
    const send = openDatabase({ connectionString: fresh.connectionString }).query;
    const refused = [
      // @ts-expect-error: positions are not names.
      () => send(pair, [staffId, clientId, 0]),
      // @ts-expect-error: another id, of the same type in PostgreSQL.
      () => send(pair, { clientId, locationId, startsAt: 0 }),
      // @ts-expect-error: an instant is not text.
      () => send(pair, { clientId, staffId, startsAt: "2027-03-29" }),
      // @ts-expect-error: one is missing.
      () => send(pair, { clientId, startsAt: 0 }),
    ];
    expect(refused).toHaveLength(4);
  });

  test("a value of another type fails when the statement is prepared", async () => {
    const wrong = statement({
      name: "test_wrong_type",
      params: { email: column.id },
      sql: "delete from users where email = $email",
    });
    expect(await problemsOf(client, wrong)).toEqual([
      "test_wrong_type: operator does not exist: text = uuid",
    ]);
  });

  test("an undeclared or unused parameter throws at the declaration", () => {
    expect(() => statement({ name: "test_undeclared", sql: "select $id" })).toThrow("does not declare");
    expect(() => statement({ name: "test_unused", params: { id: column.id }, sql: "select" })).toThrow(
      "does not use",
    );
  });
});

test("rows, inserts and updates use one column map", async () => {
  const database = openDatabase({ connectionString: fresh.connectionString, poolSize: 1 });
  await client.query(
    "create table test_people (business_id uuid, id uuid, name text, born_at timestamptz, traits jsonb)",
  );
  const insertPerson = insertInto("test_insert_person", people);
  const insertPeople = insertRows("test_insert_people", people);
  const rename = updateRow("test_rename_person", people, pick(people.columns, "name", "born_at"));
  const named = view(people, "business_id", "id", "name");
  const read = statement({
    name: "test_read_people",
    params: { businessId: people.columns.business_id },
    columns: pick(people.columns, "name", "born_at", "traits"),
    sql: `select ${list(pick(people.columns, "name", "born_at", "traits"), "person")}
          from test_people as person
          join ${named} as named on named.id = person.id
          where person.business_id = $businessId
          order by person.name`,
  });
  const [businessId, id] = [newId(), newId()];
  const person = { business_id: businessId, id, name: "Ada", born_at: 1.5e12, traits: ['"quick"'] };
  await database.query(insertPerson, person);
  await database.query(insertPeople, {
    rows: [
      { ...person, ...nullsOf(people.columns), id: newId(), name: "Cleo" },
      { ...person, id: newId(), name: "Bo" },
    ],
  });
  await database.query(rename, { ...person, name: "Ada L.", born_at: 1_234 });
  expect(await database.query(read, { businessId })).toEqual([
    { name: "Ada L.", born_at: 1_234, traits: person.traits },
    { name: "Bo", born_at: 1.5e12, traits: person.traits },
    { name: "Cleo", born_at: null, traits: person.traits },
  ]);
  await client.query("drop table test_people");
  await database.close();
});

test("a second statement of the same name throws at the declaration", () => {
  statement({ name: "test_twice", sql: "select" });
  expect(() => statement({ name: "test_twice", sql: "select" })).toThrow(
    "Two statements are named test_twice.",
  );
});
