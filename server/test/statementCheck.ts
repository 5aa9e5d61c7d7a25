import type pg from "pg";
import type { AnyStatement } from "../src/platform/database/index.ts";
import { isCluster } from "./fixtures/database.ts";

/**
 * Returns the problems of a statement on this database as sentences. PostgreSQL prepares the statement without running it and
 * describes its columns. The names, order and types of the columns must equal the declaration. A column from a table counts as
 * nullable if it is nullable in the table, or if the plan has the table on the nullable side of an outer join. The column
 * counts as not null if it is declared with `notNull` and the SQL contains `is not null` for it. PostgreSQL does not report
 * whether a computed column is nullable, so the function trusts the declaration of such columns.
 */
export async function problemsOf(client: pg.Client, statement: AnyStatement): Promise<string[]> {
  let answered: readonly pg.FieldDef[];
  try {
    answered = await described(client, statement.text);
  } catch (error) {
    return [`${statement.name}: ${(error as Error).message}`];
  }
  const declared = Object.keys(statement.columns);
  const names = answered.map((field) => field.name);
  if (names.join() !== declared.join()) {
    return [`${statement.name} answers (${names.join(", ")}) but declares (${declared.join(", ")})`];
  }
  const problems: string[] = [];
  const canBeNull = await nullables(client, statement.text, answered);
  for (const field of answered) {
    const column = statement.columns[field.name];
    const where = `${statement.name}.${field.name}`;
    if (!column?.oids.includes(field.dataTypeID)) problems.push(`${where} has type ${field.dataTypeID}`);
    const isFiltered =
      column?.isFiltered && new RegExp(`\\b${field.name} is not null\\b`).test(statement.text);
    if (!column?.nullable && !isFiltered && canBeNull(field)) problems.push(`${where} can be null`);
  }
  return problems;
}

/**
 * Returns the columns from PostgreSQL's Describe message for a statement. Returns an empty list if the statement returns no
 * rows.
 */
function described(client: pg.Client, text: string): Promise<readonly pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly pg.FieldDef[] = [];
    client.query({
      submit: (connection: pg.Connection) => {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription: (message: { fields: readonly pg.FieldDef[] }) => {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as pg.Submittable);
  });
}

async function nullables(
  client: pg.Client,
  text: string,
  answered: readonly pg.FieldDef[],
): Promise<(field: pg.FieldDef) => boolean> {
  const { rows } = await client.query<{ origin: string; relation: string; required: boolean }>(
    `select attrelid || '.' || attnum as origin, relname as relation, attnotnull as required
     from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where attrelid = any($1::oid[])`,
    [answered.map((field) => field.tableID)],
  );
  const origins = new Map(rows.map((row) => [row.origin, row]));
  const outside = /\b(left|right|full)\s+(outer\s+)?join\b/i.test(text)
    ? await joinedFromOutside(client, text)
    : new Set<string>();
  return (field) => {
    const origin = origins.get(`${field.tableID}.${field.columnID}`);
    return origin !== undefined && (!origin.required || outside.has(origin.relation));
  };
}

/** Returns the generic plan of a statement, which does not depend on the values of its parameters. */
async function explained(client: pg.Client, text: string) {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, position]) => Number(position)));
  const values = Array.from({ length: count }, () => "null").join(", ");
  await client.query("set plan_cache_mode = force_generic_plan");
  await client.query(`prepare explained as ${text}`);
  try {
    const { rows } = await client.query(
      `explain (format json) execute explained${count === 0 ? "" : ` (${values})`}`,
    );
    return rows;
  } finally {
    await client.query("deallocate explained; reset plan_cache_mode");
  }
}

/** Returns whether a statement names a distributed table. */
async function readsShards(client: pg.Client, text: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select
     from pg_dist_partition
     join pg_class on pg_class.oid = logicalrelid
     where partmethod = 'h' and $1 ~ ('\\m' || relname || '\\M')`,
    [text],
  );
  return rowCount !== 0;
}

interface Plan {
  readonly "Join Type"?: string;
  readonly "Parent Relationship"?: string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}

/**
 * Returns the tables that a plan reads only on the nullable side of an outer join. The planner turns an outer join into an
 * inner join if a condition excludes the missing rows, so the plan is more exact than parsing the SQL.
 */
async function joinedFromOutside(client: pg.Client, text: string): Promise<Set<string>> {
  // On a cluster, the coordinator's plan does not name the tables that are read on the workers. Only runs on a single server
  // check these tables.
  if (isCluster && (await readsShards(client, text))) return new Set();
  const rows = await explained(client, text);
  const always = new Set<string>();
  const sometimes = new Set<string>();
  visit(rows[0]["QUERY PLAN"][0].Plan, false);
  return new Set([...sometimes].filter((relation) => !always.has(relation)));

  function visit(plan: Plan, mayBeMissing: boolean): void {
    if (plan["Relation Name"] !== undefined) (mayBeMissing ? sometimes : always).add(plan["Relation Name"]);
    for (const child of plan.Plans ?? []) {
      const side = child["Parent Relationship"];
      const join = plan["Join Type"];
      const isOuterJoined =
        (join === "Left" && side === "Inner") || (join === "Right" && side === "Outer") || join === "Full";
      visit(child, mayBeMissing || isOuterJoined);
    }
  }
}
