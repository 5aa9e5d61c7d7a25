import { type Statement, statement, type Transaction } from "../platform/database/index.ts";

/** A change in the salon, and the time at which it is recorded. */
export interface Action {
  readonly at: number;
  readonly run: (now: number) => Promise<unknown>;
}

/** The first number of actions after which the statistics are updated; the interval doubles each time. */
const FIRST_ANALYZE = 150;

/**
 * Runs the actions up to `now` in chronological order, one after another, because a booking decides which later bookings are refused.
 *
 * Updates PostgreSQL's statistics as the tables grow. No autovacuum process sees the rows of the open transaction, and PostgreSQL
 * would plan its queries as if the tables were empty: it would read whole indexes, and the load would take several times as long.
 */
export async function runActions(tx: Transaction, actions: readonly Action[], now: number): Promise<void> {
  const past = actions.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
  let analyzeAt = FIRST_ANALYZE;
  for (const [index, { at, run }] of past.entries()) {
    if (index === analyzeAt) {
      tx.write(analyze, {});
      analyzeAt *= 2;
    }
    await run(at);
  }
}

const analyze: Statement<unknown, Record<string, never>> = statement({
  name: "demo_analyze",
  sql: `analyze clients, appointments, appointment_items, blocks, claims, subjects, time_off, events, sales, sale_lines, sale_taxes,
          payments, deposits, refunds, entitlements, wallet_entries, products, stock_entries, forms, day_closings, day_closing_entries`,
});
