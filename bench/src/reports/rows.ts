import { createTaxRate } from "../../../server/src/features/business/tax-rates/index.ts";
import { REPORTS, readReport } from "../../../server/src/features/checkout/reports/index.ts";
import { withSnapshot } from "../../../server/src/features/scheduling/snapshot/index.ts";
import { withBenchDatabase } from "../database.ts";
import { makeBenchSalon } from "../http/salon.ts";
import { seedMonth } from "../http/seed.ts";
import type { Row } from "../table.ts";
import { seedYear } from "./seedYear.ts";

const MAX_MS = 300;
const ROUNDS = 5;

/**
 * Measures the median time of each report over a year with 200,000 paid appointments of fifty staff members. The time
 * includes this process and the database. The reference is the shortest time of the same report over one day.
 */
export async function reportRows(): Promise<Row[]> {
  return withBenchDatabase(async ({ database, client }) => {
    const salon = await makeBenchSalon(database, 1);
    const now = Date.now();
    await seedMonth(client, salon, now);
    const rate = await database.transaction((tx) =>
      createTaxRate(tx, salon.businessId, { name: "VAT", percent: 19, included: true }, now),
    );
    const year = await seedYear(client, salon, rate.id, now);
    const rows: Row[] = [];
    for (const report of REPORTS) {
      const timeOf = async (query: { from: string; to: string }) => {
        const startedAt = performance.now();
        await withSnapshot(database, salon.businessId, (snapshot) =>
          readReport(database, snapshot, report, query),
        );
        return performance.now() - startedAt;
      };
      const day = { from: year.to, to: year.to };
      await timeOf(year);
      const times: number[] = [];
      const shortest: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        shortest.push(await timeOf(day));
        times.push(await timeOf(year));
      }
      const median = times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
      const reference = Math.min(...shortest);
      rows.push({
        name: `report ${report.name} of a year with 200,000 appointments`,
        result: `${Math.round(median)} ms`,
        reference: `one day: ${Math.round(reference)} ms`,
        ratio: median / reference,
        target: `≤ ${MAX_MS} ms`,
        isMet: median <= MAX_MS,
      });
    }
    return rows;
  });
}
