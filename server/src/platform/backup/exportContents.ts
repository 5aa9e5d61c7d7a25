import pg from "pg";
import { StartupError } from "../startupError.ts";
import type { CatalogTable } from "./catalog.ts";

/** The exceptions and additions to an export, which by default contains all rows with the id of the business. */
export interface ExportContents {
  /** Tables that are not exported, each with the reason. */
  readonly omitted: Readonly<Record<string, string>>;
  /** SQL conditions by table. Only rows that meet the condition are exported. `row` is the alias of the table. */
  readonly conditions: Readonly<Record<string, string>>;
  /** SQL expressions by table and column, exported instead of the value. `row` is the alias of the table. */
  readonly replaced: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Queries by table. The result of a query is exported instead of the table's rows, and has all columns of the table.
   * `$business` is the id of the business.
   */
  readonly queries: Readonly<Record<string, string>>;
  /** CSV files by name, each with its query, in which `$business` is the id of the business. */
  readonly csvFiles: Readonly<Record<string, string>>;
}

/** A table of an export with the query that returns its rows. */
export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly sql: string;
}

/**
 * Returns the tables of an export in the given order, with their queries.
 *
 * @throws {Error} for a table that is not omitted, has no query and does not contain the id of a business, so that every new
 * table is either exported or omitted.
 */
export function exportedTables(
  tables: readonly CatalogTable[],
  businessId: string,
  contents: ExportContents,
): ExportedTable[] {
  return tables
    .filter(({ name }) => contents.omitted[name] === undefined)
    .map(({ name, columns }) => {
      const query = contents.queries[name];
      if (query !== undefined) return { name, columns, sql: ofBusiness(query, businessId) };
      const key = name === "businesses" ? "id" : "business_id";
      if (!columns.includes(key))
        throw new Error(`The table ${name} has no column ${key} and is not omitted from exports.`);
      const values = columns.map((column) => {
        const replaced = contents.replaced[name]?.[column];
        const escaped = pg.escapeIdentifier(column);
        return replaced === undefined ? `row.${escaped}` : `${replaced} as ${escaped}`;
      });
      const condition = contents.conditions[name] ?? "true";
      const sql = `select ${values.join(", ")} from ${pg.escapeIdentifier(name)} as row where row.${key} = $business and (${condition})`;
      return { name, columns, sql: ofBusiness(sql, businessId) };
    });
}

/** Inserts the id of the business into a query, because COPY accepts no parameters. */
export function ofBusiness(sql: string, businessId: string): string {
  if (!/^[0-9a-f-]{36}$/.test(businessId)) throw new StartupError("The id of the business is not a UUID.");
  return sql.replaceAll("$business", `'${businessId}'::uuid`);
}
