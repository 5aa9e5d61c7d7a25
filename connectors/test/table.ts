import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The columns: both delivery forms of webhooks, and the HTTP statuses of the API's errors. */
export const COLUMNS = ["full", "ids-only", "401", "403", "404", "409", "422", "429", "503"] as const;
export type Column = (typeof COLUMNS)[number];

/** Records the results of a connector's parts, by column. */
export class Table {
  readonly #rows: { part: string; cells: Partial<Record<Column, string>> }[] = [];

  add(part: string, column: Column, cell: "ok" | "failed"): void {
    let row = this.#rows.find((one) => one.part === part);
    if (row === undefined) {
      row = { part, cells: {} };
      this.#rows.push(row);
    }
    if (row.cells[column] !== "failed") row.cells[column] = cell;
  }

  /** Writes the table as JSON into the folder that bin/connectors.mjs sets. Does nothing if no folder is set. */
  save(connector: string, folder = process.env.DAYBOOK_CONNECTOR_TABLES): void {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${connector}.json`),
      JSON.stringify({ connector, columns: COLUMNS, rows: this.#rows }),
    );
  }
}
