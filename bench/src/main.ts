import { parseArgs } from "node:util";
import { engineRows } from "./engine/rows.ts";
import { httpRows } from "./http/rows.ts";
import { tableText } from "./table.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
  },
});
const rows = [];
if (values.only !== "http") rows.push(...engineRows());
if (values.only !== "engine") {
  const http = await httpRows(Number(values.seconds), Number(values.rounds));
  rows.push(...http.rows);
  for (const { work, why } of http.skipped) console.log(`skipped: ${work}: ${why}`);
}
console.log(tableText(rows));
