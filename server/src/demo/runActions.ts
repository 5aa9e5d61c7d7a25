import { type Statement, statement, type Transaction } from "../platform/database/index.ts";

/** A change in the salon, and the time at which it is recorded. */
export interface Action {
  readonly at: number;
  /** Actions with different keys may run at the same time. An action without a key runs alone. */
  readonly key?: string;
  readonly run: (now: number) => Promise<unknown>;
}

const MAX_AT_A_TIME = 12;
/** The number of actions after which the statistics are first updated. The number doubles with each update. */
const FIRST_ANALYZE = 150;

/**
 * Runs the actions in their order, several at a time: their statements are pipelined on one connection, so PostgreSQL and Node work at
 * the same time.
 *
 * Updates PostgreSQL's statistics as the tables grow. No autovacuum process sees the rows of the open transaction, and PostgreSQL
 * would plan its queries as if the tables were empty: it would read whole indexes, and the load would take several times as long.
 */
export async function runActions(tx: Transaction, actions: readonly Action[]): Promise<void> {
  let analyzeAt = FIRST_ANALYZE;
  for (let index = 0; index < actions.length; ) {
    const batch = batchAt(actions, index);
    await Promise.all(batch.map(({ at, run }) => run(at)));
    index += batch.length;
    if (index < analyzeAt) continue;
    tx.write(analyze, {});
    analyzeAt *= 2;
  }
}

/** Returns the action at the index and those after it that may run at the same time. */
function batchAt(actions: readonly Action[], index: number): readonly Action[] {
  const keys = new Set<string>();
  for (const { key } of actions.slice(index, index + MAX_AT_A_TIME)) {
    if (key === undefined || keys.has(key)) break;
    keys.add(key);
  }
  return actions.slice(index, index + Math.max(1, keys.size));
}

const analyze: Statement<unknown, Record<string, never>> = statement({
  name: "demo_analyze",
  sql: `analyze clients, appointments, appointment_items, blocks, claims, subjects, time_off, events, sales, sale_lines, sale_taxes,
          payments, deposits, refunds, entitlements, wallet_entries, products, stock_entries, forms, day_closings, day_closing_entries`,
});
