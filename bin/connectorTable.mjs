// Reads the tables that connectors/test/table.ts writes, and prints them as one table: connector × part × situation.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Prints the tables of a folder. A dash means that a situation does not exist for a part. */
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
