// This import registers the server's statements, which the pgbench scripts contain.
import "../../../server/src/app.ts";
import type { Row, Skipped } from "../table.ts";
import { openFixture } from "./fixture.ts";
import { Measure } from "./measure.ts";
import { hasPgbench } from "./pgbench.ts";
import { readRows } from "./readRows.ts";

/** The minimum rate with a long history, as a share of the rate without history. It is below 1 to allow for variation between runs. */
const MIN_RATIO_WITH_HISTORY = 0.9;

/**
 * Measures HTTP rates and their references in alternating rounds, and compares rates with and without a long history.
 */
export async function httpRows(
  seconds: number,
  rounds: number,
): Promise<{ rows: Row[]; skipped: Skipped[] }> {
  const fixture = await openFixture(Date.now());
  try {
    const measure = new Measure(fixture, fixture.salon, seconds, rounds);
    const old = new Measure(fixture, fixture.salonWithHistory, seconds, rounds);
    const rows: Row[] = [];
    const skipped: Skipped[] = [];
    if (await hasPgbench()) {
      rows.push(
        await measure.row(
          "booking over HTTP, 16 connections",
          measure.book,
          "pgbench, SQL of 81e6ed2d,",
          measure.pgbenchBook,
          0.6,
        ),
      );
      rows.push(
        await measure.row(
          "read one appointment over HTTP",
          measure.read,
          "pgbench",
          measure.pgbenchRead,
          0.4,
        ),
      );
    } else {
      const reason = "pgbench is not installed (Debian: postgresql-contrib)";
      skipped.push({ name: "booking against pgbench", reason }, { name: "reading against pgbench", reason });
    }
    rows.push(...(await readRows(measure)));
    rows.push(
      await measure.row(
        "booking page of 50 services",
        measure.page,
        "bare, same bytes from memory",
        measure.barePage,
        0.5,
      ),
    );
    for (const [name, withHistory, without] of [
      ["booking", old.book, measure.book],
      ["read one appointment", old.read, measure.read],
      ["availability 1 staff × 31 days", old.search(31), measure.search(31)],
      ["availability any of 50 staff × 31 days", old.searchAny, measure.searchAny],
    ] as const) {
      rows.push(
        await measure.row(
          `${name}, 200,000 past appointments`,
          withHistory,
          "without",
          without,
          MIN_RATIO_WITH_HISTORY,
        ),
      );
    }
    return { rows, skipped };
  } finally {
    await fixture.close();
  }
}
