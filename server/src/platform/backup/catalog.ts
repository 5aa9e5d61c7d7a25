import type pg from "pg";

export interface CatalogTable {
  readonly name: string;
  /** The columns that a restore writes: all except generated columns. */
  readonly columns: readonly string[];
}

/** Tables that are not part of a backup: the list of migrations, and the buckets and quotas of rate limits, which expire. */
const EXCLUDED_TABLES: ReadonlySet<string> = new Set(["migrations", "request_buckets", "request_quotas"]);

/** Tables that migrations fill; a restore replaces their rows. */
export const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set(["relays"]);

/**
 * Returns the tables of a backup, each after the tables that its foreign keys reference. A table that references itself may have its rows
 * in any order, because PostgreSQL checks these references at the end of the statement.
 *
 * Reads the tables from the catalog, so that new tables are included without a change of the code.
 */
export async function tablesToBackUp(client: pg.ClientBase): Promise<CatalogTable[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(TABLES);
  const { rows: references } = await client.query<{ from_table: string; to_table: string }>(REFERENCES);
  const waiting = new Map(
    tables.filter(({ name }) => !EXCLUDED_TABLES.has(name)).map((table) => [table.name, table]),
  );
  const ordered: CatalogTable[] = [];
  while (waiting.size > 0) {
    const isFree = (name: string) =>
      !references.some(({ from_table, to_table }) => from_table === name && waiting.has(to_table));
    const free = [...waiting.values()].filter(({ name }) => isFree(name));
    if (free.length === 0)
      throw new Error(`The foreign keys of these tables form a cycle: ${[...waiting.keys()].join(", ")}.`);
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table.name);
    }
  }
  return ordered;
}

/** Returns the names of the applied migrations of a database, in order; null if the table of migrations does not exist. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[] | null> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  );
  if (!rows[0]?.there) return null;
  const run = await client.query<{ name: string }>("select name from migrations order by id");
  return run.rows.map(({ name }) => name);
}

const TABLES = `
  select
    c.relname::text as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = current_schema()::text::regnamespace
    and c.relkind in ('r', 'p')
    and not c.relispartition
  group by c.relname
  order by c.relname`;

const REFERENCES = `
  select distinct one.relname::text as from_table, other.relname::text as to_table
  from pg_constraint k
  join pg_class one on one.oid = k.conrelid
  join pg_class other on other.oid = k.confrelid
  where k.contype = 'f'
    and k.conrelid <> k.confrelid
    and one.relnamespace = current_schema()::text::regnamespace`;
