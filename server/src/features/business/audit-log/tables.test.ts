import { expect, test } from "vitest";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { freshDatabase } from "../../../../test/fixtures/database.ts";
import { ENTITIES } from "./schema.ts";

const fresh = await freshDatabase();
const client = await connectedClient(fresh.connectionString);

/** The tables with business data that have no audit trigger, each with the reason. */
const NOT_LOGGED: Readonly<Record<string, string>> = {
  changes: "notices of changes, kept for an hour",
  audit_log: "it is the log",
  appointment_items: "parts of an appointment, whose own changes are logged and published",
  blocked_contacts: "hashes of erased contacts",
  business_slugs: "the slug is a field of the business",
  calendars: "a counter of changes that are logged themselves",
  claims: "time taken by appointments, blocks and time off, which are logged or published",
  day_closing_entries: "append-only, and part of a day closing",
  day_closing_methods: "append-only, and part of a day closing",
  day_closings: "append-only, with the user who closed the day",
  discarded_blobs: "names of blobs that a job will delete; the photos are logged",
  event_bodies: "written with the event; only an erasure changes them",
  events: "written once, and numbered by the relay",
  import_rows: "rows of a file; the clients that they create are logged",
  freed_times: "free time that a job matches with the waitlist within minutes",
  form_links: "a link's hash and its expiry; the forms it opened are logged",
  hold_payments:
    "authorised deposits of visitors, deleted after their release; what is captured is a payment, which is logged",
  holds: "time held for visitors of the booking page for minutes",
  online_bookings: "written once beside an appointment, which is logged or published",
  emails: "queued e-mails: the changes that caused them are logged",
  provider_accounts: "the business of an account, a copy of the payment account's",
  provider_events: "handled events of the provider",
  receipt_numbers: "a counter; the number is in the sale, which is logged",
  stock_entries: "a ledger itself, append-only",
  test_clocks: "the clocks of sandboxes, whose time they set; the changes that they cause are logged",
  subject_units: "derived from the capacity",
  appointment_notifications: "the states clients were notified of; their e-mails are in `emails`",
  visitor_codes: "one-time codes of the booking page, deleted after ten minutes",
  waitlist_offers: "offers of waitlist entries, whose changes of status are logged",
  visitors: "tokens of visitors of the booking page, deleted when they expire",
  webhook_deliveries: "a log itself",
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
  // Every table in `NOT_LOGGED` exists and has no trigger.
  const notLogged = tables.filter(({ logged }) => !logged).map(({ name }) => name);
  expect(notLogged).toEqual(Object.keys(NOT_LOGGED).sort());
});

interface Trigger {
  readonly table: string;
  readonly entity: string;
  readonly idColumn: string;
  readonly leftOut: string[];
}

/** Reads the arguments of each audit trigger. */
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
      // The expiry time of a secret is not secret.
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
    expect(shown.length, table).toBeGreaterThan(0);
  }
  expect(seen).toBeGreaterThan(4);
});
