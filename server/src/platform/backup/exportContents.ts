import pg from "pg";
import { StartupError } from "../startupError.ts";
import type { CatalogTable } from "./catalog.ts";

/** What the export of a business contains, beyond all rows of all tables with its id. */
export interface ExportContents {
  /** Tables that are not exported, each with the reason. */
  readonly omitted: Readonly<Record<string, string>>;
  /** SQL conditions by table: the other rows are not exported. `row` is the row. */
  readonly conditions: Readonly<Record<string, string>>;
  /** SQL expressions by table and column, exported instead of the value. `row` is the row. */
  readonly replaced: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Queries by table, exported instead of its rows; `$business` is the id of the business. They return all columns of the table. */
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
 * @throws {Error} for a table that is neither omitted nor has the id of a business: a new table must be decided about.
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
      if (!columns.includes(key)) throw new Error(`The table ${name} belongs to no business.`);
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

/** Puts the id of the business into a query: COPY accepts no parameters. */
export function ofBusiness(sql: string, businessId: string): string {
  if (!/^[0-9a-f-]{36}$/.test(businessId)) throw new StartupError("The id of the business is not a UUID.");
  return sql.replaceAll("$business", `'${businessId}'::uuid`);
}
