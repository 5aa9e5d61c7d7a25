import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";
import { expect, test } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { freshDatabase } from "../fixtures/database.ts";

const script = readFileSync(new URL("../../../docs/citus.sql", import.meta.url), "utf8");
let client: pg.Client;
const fresh = await freshDatabase();
client = await connectedClient(fresh.connectionString);

/** Parses a list of tables in the script. Maps each table to the column in its row, or to "" if the row has no column. */
function listed(name: string): Map<string, string> {
  const values = new RegExp(`insert into ${name} \\([^)]*\\) values\\n([^;]*);`).exec(script)?.[1] ?? "";
  const rows = values.matchAll(/\('(\w+)'(?:, '(\w+)')?\)/g);
  return new Map([...rows].map(([, table = "", column = ""]) => [table, column]));
}
const [spread, kept] = [listed("spread"), listed("kept")];

const rowsOf = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
  (await client.query<Row>(sql)).rows;

test("every table is in one list of the script, and those of a business are spread by the first column of their key", async () => {
  const tables = await rowsOf<{ name: string; first: string }>(
    `select c.relname::text as name, a.attname::text as first
     from pg_class c
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     order by 1`,
  );
  expect([...spread.keys(), ...kept.keys()].sort()).toEqual(tables.map(({ name }) => name).sort());
  const ofBusinesses = tables.filter(({ first }) => first === "business_id").map(({ name }) => name);
  expect([...spread.keys()].filter((name) => !ofBusinesses.includes(name)).sort()).toEqual([
    "businesses",
    "idempotency_keys",
  ]);
  for (const { name, first } of tables.filter(({ name }) => spread.has(name)))
    expect([name, spread.get(name)]).toEqual([name, first]);
});

test("migrations that create a table of a business distribute it", () => {
  const folder = new URL("../../migrations/", import.meta.url);
  // `docs/citus.sql` distributes the tables of earlier migrations.
  const later = readdirSync(folder).filter((file) => file > "0161_distribute_table.sql");
  for (const file of later) {
    const sql = readFileSync(new URL(file, folder), "utf8");
    const created = [...sql.matchAll(/create table (\w+)/g)].map(([, name = ""]) => name);
    for (const name of created.filter((each) => spread.has(each)))
      expect(sql).toContain(`select distribute_table('${name}')`);
  }
});

test("unique constraints of distributed tables include the business, so no other node is queried", async () => {
  const indexes = await rowsOf<{ table: string; index: string; columns: string[] }>(
    `select c.relname::text as table, x.relname::text as index, array_agg(a.attname::text) as columns
     from pg_index i
     join pg_class c on c.oid = i.indrelid
     join pg_class x on x.oid = i.indexrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int[])
     where (i.indisunique or i.indisexclusion) and c.relnamespace = 'public'::regnamespace
     group by 1, 2`,
  );
  const wide = indexes.filter(
    ({ table, columns }) => spread.has(table) && !columns.includes(spread.get(table) ?? ""),
  );
  expect(wide).toEqual([]);
});

test("foreign keys between distributed tables include the business, and none connects a distributed table with another table", async () => {
  const keys = await rowsOf<{ name: string; from: string; to: string; pairs: string[] }>(
    `select
       k.conname::text as name,
       one.relname::text as from,
       other.relname::text as to,
       array(
         select a.attname::text || ' ' || b.attname::text
         from unnest(k.conkey, k.confkey) as pair (mine, theirs)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine
         join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs
       ) as pairs
     from pg_constraint k
     join pg_class one on one.oid = k.conrelid
     join pg_class other on other.oid = k.confrelid
     where k.contype = 'f'`,
  );
  expect(keys.length).toBeGreaterThan(50);
  const impossible = keys.filter(({ from, to, pairs }) => {
    if (spread.has(from) && spread.has(to)) return !pairs.includes(`${spread.get(from)} ${spread.get(to)}`);
    return spread.has(from) || spread.has(to);
  });
  expect(impossible).toEqual([]);
});

test("triggers do not depend on the name of their table, because shards have other names", async () => {
  const business = newId();
  const client = newId();
  const write = async (sql: string) => void (await rowsOf(sql));
  await write("begin");
  await write(
    `insert into businesses (id, name, slug, type, time_zone, currency, country, locale, webhook_payload, created_at, updated_at)
     values ('${business}', 'A', 'a', 'salon', 'Europe/Berlin', 'EUR', 'DE', 'de', 'full', now(), now())`,
  );
  await write("alter table clients rename to clients_102008");
  await write(
    `insert into clients_102008 (business_id, id, first_name, custom_fields, last_name_sort, first_name_sort, search_words, version, created_at, updated_at)
     values ('${business}', '${client}', 'Zoë', '{}', '', 'zoe', '', 1, now(), now())`,
  );
  expect(
    await rowsOf(`select entity, action, client_id from audit_log where entity_id = '${client}'`),
  ).toEqual([{ entity: "client", action: "created", client_id: client }]);
  await write("rollback");
});

/** SQL that replaces the Citus functions with stubs that record their calls. */
const standIns = `
  create table calls (number serial, what text);
  create table pg_dist_object (classid oid, objid oid);
  create table pg_dist_partition (logicalrelid regclass, partmethod "char");
  create function run_command_on_workers (command text, out nodename text, out nodeport integer, out success boolean, out result text)
    returns setof record language sql as $$ select 'worker', 5432, true, 'DO' $$;
  create function get_shard_id_for_distribution_column (name regclass, value uuid) returns bigint language sql as 'select 1::bigint';
  create function create_distributed_function (name regprocedure) returns void language sql as $$
    insert into pg_dist_object (classid, objid) values ('pg_proc'::regclass, name);
    insert into calls (what) values ('function ' || split_part(name::text, '(', 1))
  $$;
  create function create_distributed_table (name regclass, by_column text, colocate_with text) returns void language sql as $$
    insert into pg_dist_partition (logicalrelid, partmethod) values (name, 'h');
    insert into calls (what) values ('spread ' || name || ' by ' || by_column || ' beside ' || colocate_with)
  $$;`;

test("the script distributes each table once, businesses first, after the trigger functions, restores every foreign key, and does nothing when run again (with stubs for Citus)", async () => {
  const keys =
    "select conrelid::regclass::text as of_table, conname, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' order by 1, 2";
  const before = await rowsOf(keys);
  await rowsOf(standIns);
  await rowsOf(script);
  expect(await rowsOf(keys)).toEqual(before);
  const recorded = async () =>
    (await rowsOf<{ what: string }>("select what from calls order by number")).map(({ what }) => what);
  const calls = await recorded();
  const position = (name: string) => calls.indexOf(`function ${name}`);
  expect(position("audit_shows")).toBeGreaterThanOrEqual(0);
  expect(position("audit_shown")).toBeGreaterThan(position("audit_shows"));
  expect(position("audit_row")).toBeGreaterThan(position("audit_write"));
  expect(calls.filter((what) => /^function (gbt_|gist_)/.test(what))).toEqual([]);
  const spreading = calls.slice(calls.findIndex((what) => what.startsWith("spread ")));
  expect(spreading).toHaveLength(spread.size);
  expect(spreading[0]).toBe("spread businesses by id beside none");
  expect(spreading.slice(1).every((what) => what.endsWith(" beside businesses"))).toBe(true);
  await rowsOf(script);
  expect(await recorded()).toEqual(calls);
  expect(await rowsOf(keys)).toEqual(before);
});
