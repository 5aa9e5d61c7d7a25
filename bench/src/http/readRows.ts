import type { Row } from "../table.ts";
import type { Measure } from "./measure.ts";

/**
 * The rate of `searchAny` on the reference machine on 2026-11-22 (issue 14). The target of `searchAny` is three times this
 * rate, and the target of `searchAnyNew` is this rate.
 */
const SEARCH_ANY_2026_11_22 = 411;

/** The minimum rate of a small read with rate limiting, as a share of the rate without a limit. */
const MIN_RATIO_WITH_LIMIT = 0.85;

const MAX_DAY_MS = 15;

/**
 * Measures searches, and reads of one appointment and of a day. The bare server, which does only the minimum work, is the
 * reference of most rows.
 */
export async function readRows(measure: Measure): Promise<Row[]> {
  const rows = [
    await measure.row(
      "read one appointment over HTTP",
      measure.read,
      "bare node:http + pg",
      measure.bareRead,
      0.8,
    ),
    await measure.row(
      "read one appointment, 200 keys with a limit of 3,000 a minute",
      measure.readByMany("rateLimited"),
      "no limit",
      measure.readByMany("server"),
      MIN_RATIO_WITH_LIMIT,
    ),
  ];
  const fromMemory = "bare, same bytes from memory";
  for (const [name, measured, reference, minRatio] of [
    ["1 staff × 1 day", measure.search(1), measure.bareSearch(1), 0.55],
    ["1 staff × 31 days", measure.search(31), measure.bareSearch(31), 0.55],
    ["any of 50 staff × 31 days", measure.searchAny, measure.bareSearchAny, 0.45],
  ] as const)
    rows.push(await measure.row(`availability ${name}`, measured, fromMemory, reference, minRatio));
  rows.push(
    await measure.single(
      "availability any of 50 staff × 31 days",
      measure.searchAny,
      3 * SEARCH_ANY_2026_11_22,
    ),
    await measure.single(
      "availability any of 50 staff × 31 days, each window new",
      measure.searchAnyNew,
      SEARCH_ANY_2026_11_22,
    ),
  );
  rows.push(...(await measure.processRows()));
  const dayMillis = await measure.dayMillis();
  rows.push({
    name: "a day of 400 appointments with clients, median",
    result: `${dayMillis.toFixed(1)} ms`,
    reference: "",
    target: `≤ ${MAX_DAY_MS} ms`,
    isMet: dayMillis <= MAX_DAY_MS,
  });
  return rows;
}
