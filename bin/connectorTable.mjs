// This script prints the result tables that connectors/test/table.ts writes. Each connector has a table with a row for each
// of its operations and a column for each tested situation, such as an HTTP status.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Prints the tables of a folder. A dash means that an operation was not tested in a situation. */
export function printTable(folder) {
  const tables = existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))
    : [];
  for (const { connector, columns, rows } of tables) {
    const widths = [
      Math.max(...rows.map(({ part }) => part.length)),
      ...columns.map((name) => Math.max(name.length, 6)),
    ];
    const line = (cells) =>
      cells
        .map((cell, index) => cell.padEnd(widths[index]))
        .join("  ")
        .trimEnd();
    console.log(`\n${connector}`);
    console.log(line(["part", ...columns]));
    for (const { part, cells } of rows)
      console.log(line([part, ...columns.map((name) => cells[name] ?? "–")]));
    const all = rows.flatMap(({ cells }) => Object.values(cells));
    const failed = all.filter((cell) => cell !== "ok").length;
    console.log(`${rows.length} parts, ${all.length} situations run, ${failed} failed.`);
  }
}
