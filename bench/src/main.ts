import { parseArgs } from "node:util";
import { engineRows } from "./engine/rows.ts";
import { httpRows } from "./http/rows.ts";
import { firstAnswerRows } from "./start/firstAnswer.ts";
import { memoryRows } from "./start/memory.ts";
import { type Row, type Skipped, tableText } from "./table.ts";
import { webhookRows } from "./webhooks/rows.ts";

// `npm run bench`, or a part of it: `npm run bench -- --only engine,http,webhooks,start --seconds 3 --rounds 3`. A rate
// over HTTP is the median of so many rounds of so many seconds. Measure on a machine that does nothing else.
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "engine,http,webhooks,start" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
  },
});
const parts = values.only.split(",");
const rows: Row[] = [];
const skipped: Skipped[] = [];

if (parts.includes("engine")) rows.push(...engineRows());
if (parts.includes("http")) {
  const http = await httpRows(Number(values.seconds), Number(values.rounds));
  rows.push(...http.rows);
  skipped.push(...http.skipped);
}
if (parts.includes("webhooks")) await rowsOrWhy("deliveries of webhooks", webhookRows);
if (parts.includes("start")) {
  await rowsOrWhy("memory of the idle server with its database", memoryRows);
  await rowsOrWhy("clone to the first answer", firstAnswerRows);
}
console.log(tableText(rows));
for (const { work, why } of skipped) console.log(`skipped: ${work}: ${why}`);

/** What a machine does not let us measure is said beside the table; the rest is measured all the same. */
async function rowsOrWhy(work: string, measure: () => Promise<Row[]>): Promise<void> {
  try {
    rows.push(...(await measure()));
  } catch (error) {
    skipped.push({ work, why: error instanceof Error ? error.message : String(error) });
  }
}
