import { parseArgs } from "node:util";
import { appRows } from "./app/rows.ts";
import { bookingRows } from "./booking/rows.ts";
import { businessesRows } from "./businesses/rows.ts";
import { engineRows } from "./engine/rows.ts";
import { fairnessRows } from "./fairness/rows.ts";
import { httpRows } from "./http/rows.ts";
import { reportRows } from "./reports/rows.ts";
import { searchRows } from "./search/rows.ts";
import { firstResponseRows } from "./start/firstResponse.ts";
import { memoryRows } from "./start/memory.ts";
import { type Row, type Skipped, tableText } from "./table.ts";
import { webhookRows } from "./webhooks/rows.ts";

// `npm run bench` runs all benchmarks. Arguments after `--` select some by name (`app reports` or `--only app,reports`) and
// set the duration (`--seconds 3 --rounds 3`). A rate over HTTP is the median of `--rounds` rounds of `--seconds` seconds.
// Run the benchmarks on an idle machine.
const ALL = [
  "engine",
  "http",
  "booking",
  "businesses",
  "search",
  "fairness",
  "webhooks",
  "reports",
  "app",
  "start",
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
  },
});
const parts = positionals.length > 0 ? positionals : (values.only?.split(",") ?? ALL);
const unknown = parts.filter((part) => !ALL.includes(part));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(", ")}. The parts are ${ALL.join(", ")}.`);
const rows: Row[] = [];
const skipped: Skipped[] = [];

if (parts.includes("engine")) rows.push(...engineRows());
if (parts.includes("http")) {
  const http = await httpRows(Number(values.seconds), Number(values.rounds));
  rows.push(...http.rows);
  skipped.push(...http.skipped);
}
if (parts.includes("booking"))
  await addRowsOrSkip("bookings", () => bookingRows(Number(values.seconds), Number(values.rounds)));
if (parts.includes("businesses"))
  await addRowsOrSkip("many businesses", () => businessesRows(Number(values.seconds)));
if (parts.includes("search")) await addRowsOrSkip("search in many clients", searchRows);
if (parts.includes("fairness")) rows.push(...(await fairnessRows(Number(values.seconds))));
if (parts.includes("webhooks")) await addRowsOrSkip("webhook deliveries", webhookRows);
if (parts.includes("reports")) await addRowsOrSkip("reports of a year", reportRows);
if (parts.includes("app")) await addRowsOrSkip("the app", appRows);
if (parts.includes("start")) {
  await addRowsOrSkip("memory of the idle server and its database", memoryRows);
  await addRowsOrSkip("clone to the first response", firstResponseRows);
}
console.log(tableText(rows));
for (const { name, reason } of skipped) console.log(`skipped: ${name}: ${reason}`);

/** Adds the rows of a measurement. Lists a failed measurement as skipped with its error and continues. */
async function addRowsOrSkip(name: string, measure: () => Promise<Row[]>): Promise<void> {
  try {
    rows.push(...(await measure()));
  } catch (error) {
    skipped.push({ name, reason: error instanceof Error ? error.message : String(error) });
  }
}
