import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../test/fixtures/database.ts";
import { ENTITIES } from "./schema.ts";

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

/** Tables of a business that the log says nothing of, and why that is right. */
const NOT_LOGGED: Readonly<Record<string, string>> = {
  audit_log: "it is the log",
  appointment_items:
    "parts of a visit; a change of them is a change of the visit, which tells itself and its subscribers",
  blocked_contacts: "hashes of what is not to be known any more",
  business_slugs: "the slug is a field of the business",
  calendars: "a counter of changes that are logged themselves",
  claims: "time taken by visits, blocks and time off, which are logged or tell themselves",
  discarded_blobs: "names of blobs that a job will delete; the photos are logged",
  events: "what subscribers are told, written once",
  form_links: "a link's hash and its end; the forms it opened are logged",
  emails: "letters on their way: what made them is logged",
  provider_accounts: "whose account it is, a copy of the payment account's",
  provider_events: "what the provider has told already",
  subject_units: "follow from the capacity",
  appointment_notifications: "what clients know of their visits; the letters that told them are in `mails`",
  webhook_deliveries: "a log of their own",
};

async function rowsOf<Row extends object>(sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows;
}

test("every table of a business is logged or listed as an exception", async () => {
  const tables = await rowsOf<{ name: string; logged: boolean }>(
    `select distinct table_name::text as name, exists (
       select
       from pg_trigger
       join pg_proc on pg_proc.oid = pg_trigger.tgfoid
       where tgrelid = quote_ident(table_name)::regclass
         and proname in ('audit_row', 'audit_set')
     ) as logged
     from information_schema.columns
     where table_schema = 'public'
       and (column_name = 'business_id' or table_name = 'businesses')
     order by name`,
  );
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter(({ name, logged }) => !logged && NOT_LOGGED[name] === undefined)).toEqual([]);
  // And nothing is excused that is logged, or is not there any more.
  const excused = tables.filter(({ logged }) => !logged).map(({ name }) => name);
  expect(excused).toEqual(Object.keys(NOT_LOGGED).sort());
});

interface Trigger {
  readonly table: string;
  readonly entity: string;
  readonly idColumn: string;
  readonly leftOut: string[];
}

/** What each trigger was given. */
async function triggers(): Promise<Trigger[]> {
  const rows = await rowsOf<{ table: string; args: string }>(
    `select tgrelid::regclass::text as table, encode(tgargs, 'escape') as args
     from pg_trigger
     join pg_proc on pg_proc.oid = pg_trigger.tgfoid
     where proname in ('audit_row', 'audit_set')
     order by 1, 2`,
  );
  return rows.map(({ table, args }) => {
    const [entity = "", idColumn = "", leftOut = ""] = args.split("\\000");
    return { table, entity, idColumn, leftOut: leftOut.split(",").filter(Boolean) };
  });
}

async function columnsOf(table: string): Promise<string[]> {
  const rows = await rowsOf<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = '${table}'`,
  );
  return rows.map(({ column_name }) => column_name);
}

test("columns that triggers name exist, and the published list of entities matches the triggers", async () => {
  const all = await triggers();
  for (const { table, idColumn, leftOut } of all)
    expect(await columnsOf(table), table).toEqual(expect.arrayContaining([idColumn, ...leftOut]));
  expect([...new Set(all.map(({ entity }) => entity))].sort()).toEqual([...ENTITIES]);
});

test("encrypted values, hashes, secrets, tokens and bytes are never shown", async () => {
  const secret = /_encrypted$|_sha256$|_hmac$|secret|token|password/;
  let seen = 0;
  for (const { table, leftOut } of await triggers()) {
    const columns = await rowsOf<{ column_name: string; data_type: string }>(
      `select column_name, data_type from information_schema.columns where table_schema = 'public' and table_name = '${table}'`,
    );
    const row = Object.fromEntries(columns.map(({ column_name }) => [column_name, "marker"]));
    const { rows } = await client.query<{ shown: Record<string, string> | null }>(
      "select audit_shown($1::jsonb, $2::text[]) as shown",
      [JSON.stringify(row), leftOut],
    );
    const shown = Object.keys(rows[0]?.shown ?? {});
    const hidden = columns
      .filter(({ column_name, data_type }) => data_type === "bytea" || secret.test(column_name))
      // Until when a secret is good is none itself.
      .filter(
        ({ column_name, data_type }) =>
          data_type !== "timestamp with time zone" || !/_(at|until)$/.test(column_name),
      )
      .map(({ column_name }) => column_name);
    seen += hidden.length;
    expect(
      shown.filter((name) => hidden.includes(name)),
      table,
    ).toEqual([]);
    // What is left is worth an entry.
    expect(shown.length, table).toBeGreaterThan(0);
  }
  expect(seen).toBeGreaterThan(4);
});
