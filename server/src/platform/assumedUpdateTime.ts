import { column, type Reader, requiring, statement, type Transaction } from "./database/index.ts";

/**
 * Fails if the assumed time is before the start of this transaction (decision 38) or more than a second after it. On a Citus
 * cluster, the coordinator evaluates this statement and the statement for the horizon of lists, because they read no table.
 */
const requireTime = statement({
  name: "update_times_require",
  params: { assumedAt: column.instant },
  columns: { is_valid: column.flag, began_at: column.instant },
  sql: `select ${requiring(
    `$assumedAt >= date_trunc('milliseconds', transaction_timestamp())
     and $assumedAt <= transaction_timestamp() + interval '1 second'`,
    "time",
  )} as is_valid, transaction_timestamp() as began_at`,
});

const readBegin = statement({
  name: "update_times_read_begin",
  columns: { began_at: column.instant },
  sql: "select transaction_timestamp() as began_at",
});

/** The bounds, in milliseconds, of the allowance for variations in the time until a transaction begins. */
const MIN_ALLOWANCE = 10;
const MAX_ALLOWANCE = 200;
/** Each new value changes an estimate by this fraction of their difference. */
const DECAY = 0.01;

/**
 * Estimates, from earlier transactions, at what time by the database's clock a transaction will begin. If the estimate is too
 * early, the transaction fails. If it is too late, lists with `updated_since` show the change later. The process measures times
 * with `performance.now()`, so that adjustments of the machine's clock have no effect.
 */
export class BeginEstimate {
  /** The estimated minimum of `beganAt - chosenAt`; undefined before the first transaction and after a failure. */
  #offset: number | undefined;
  #allowance = 2 * MIN_ALLOWANCE;

  get isKnown(): boolean {
    return this.#offset !== undefined;
  }

  /** Returns a time that is probably not before the start of a transaction whose statements are sent at `chosenAt`. */
  timeAfter(chosenAt: number): number {
    return Math.ceil(chosenAt + (this.#offset ?? 0) + this.#allowance);
  }

  began(beganAt: number, chosenAt: number): void {
    const difference = beganAt - chosenAt;
    this.#offset = Math.min(difference, moved(this.#offset ?? difference, difference));
    this.#allowance = moved(this.#allowance, MIN_ALLOWANCE);
  }

  /** Must be called when a transaction failed because its assumed time was wrong: it began late, or a clock was adjusted. */
  failed(): void {
    this.#offset = undefined;
    this.#allowance = Math.min(2 * this.#allowance, MAX_ALLOWANCE);
  }
}

function moved(from: number, to: number): number {
  return from + DECAY * (to - from);
}

const estimates = new WeakMap<Reader, BeginEstimate>();

/** Returns the estimate for a database. Reads the database's time if the estimate is unknown: after the start and after a failure. */
export async function beginEstimate(reader: Reader): Promise<BeginEstimate> {
  const estimate = estimates.get(reader) ?? new BeginEstimate();
  estimates.set(reader, estimate);
  if (!estimate.isKnown && reader.hasSystemClock) {
    const sentAt = performance.now();
    const [row] = await reader.query(readBegin, {});
    if (row !== undefined) estimate.began(row.began_at, sentAt);
  }
  return estimate;
}

/**
 * Returns the `updated_at` of a change without waiting for the database's time. Must be called in the turn of the event loop in
 * which the transaction's first statements are sent. The transaction fails if it begins after the returned time. If
 * changes do not get the database's time (`hasSystemClock`), returns `now`.
 */
export function assumedUpdateTime(tx: Transaction, estimate: BeginEstimate, now: number): number {
  if (!tx.hasSystemClock) return now;
  const chosenAt = performance.now();
  const assumedAt = estimate.timeAfter(chosenAt);
  tx.query(requireTime, { assumedAt }).then(
    ([row]) => {
      if (row !== undefined) estimate.began(row.began_at, chosenAt);
    },
    // The transaction fails with the same error.
    () => undefined,
  );
  return assumedAt;
}
