// Loaded for their statements, which pgbench is given.
import "../../../server/src/app.ts";
import type { Row, Skipped } from "../table.ts";
import { Measure } from "./measure.ts";
import { hasPgbench } from "./pgbench.ts";
import { openPlace } from "./place.ts";

/** A history that changes nothing gives 1; one run in ten differs by that much anyway. */
const FLAT = 0.9;

/** What knowing how often everybody asks may cost of a small read. */
const COUNTED = 0.85;

/** Everything over HTTP: each rate beside its reference, by turns; a long history beside none. */
export async function httpRows(
  seconds: number,
  rounds: number,
): Promise<{ rows: Row[]; skipped: Skipped[] }> {
  const place = await openPlace(Date.now());
  try {
    const measure = new Measure(place, place.salon, seconds, rounds);
    const old = new Measure(place, place.oldSalon, seconds, rounds);
    const rows: Row[] = [];
    const skipped: Skipped[] = [];
    if (await hasPgbench()) {
      rows.push(
        await measure.row(
          "booking over HTTP, 16 connections",
          measure.book,
          "pgbench",
          measure.pgbenchBook,
          0.6,
        ),
      );
      rows.push(
        await measure.row("read one visit over HTTP", measure.read, "pgbench", measure.pgbenchRead, 0.4),
      );
    } else {
      const why = "there is no pgbench on this machine (Debian: postgresql-contrib)";
      skipped.push({ work: "booking against pgbench", why }, { work: "reading against pgbench", why });
    }
    rows.push(await measure.row("read one visit over HTTP", measure.read, "bare", measure.bareRead, 0.7));
    rows.push(
      await measure.row(
        "read one visit, 200 keys with a limit of 3,000 a minute each",
        measure.readByMany("limited"),
        "no limit",
        measure.readByMany("server"),
        COUNTED,
      ),
    );
    rows.push(await measure.row("availability 1 × 1 day", measure.ask(1), "bare", measure.bareAsk(1), 0.4));
    rows.push(
      await measure.row("availability 1 × 31 days", measure.ask(31), "bare", measure.bareAsk(31), 0.45),
    );
    rows.push(await measure.alone("availability any of 50 × 31 days", measure.askAny, 150));
    for (const [work, ours, without] of [
      ["booking", old.book, measure.book],
      ["read one visit", old.read, measure.read],
      ["availability 1 × 31 days", old.ask(31), measure.ask(31)],
      ["availability any of 50 × 31 days", old.askAny, measure.askAny],
    ] as const) {
      rows.push(await measure.row(`${work}, 200,000 old visits`, ours, "without", without, FLAT));
    }
    return { rows, skipped };
  } finally {
    await place.close();
  }
}
