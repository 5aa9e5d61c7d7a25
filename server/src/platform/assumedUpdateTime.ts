import { column, type Reader, requiring, statement, type Transaction } from "./database/index.ts";

/**
 * Fails unless the assumed time is neither before the begin of this transaction (decision 38) nor more than a second ahead. On a cluster the
 * coordinator evaluates it, as it does for the horizon of lists, because the statement reads no table.
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

/** The allowance for the time between the choice of a time and the begin of its transaction, in milliseconds. */
const MIN_ALLOWANCE = 10;
const MAX_ALLOWANCE = 200;
/** The share by which estimates follow later values. */
const DECAY = 0.01;

/**
 * Estimates when a transaction will begin by the database's clock, from earlier transactions. An estimate that is too early makes its
 * transaction fail, one that is too late delays the change in lists with `updated_since`. Times of this process are those of
 * `performance.now()`, so that changes of its clock do not matter.
 */
export class BeginEstimate {
  /** The least difference between the begin of a transaction and the time of its choice; undefined until the first. */
  #offset: number | undefined;
  #allowance = 2 * MIN_ALLOWANCE;

  get isKnown(): boolean {
    return this.#offset !== undefined;
  }

  /** Returns a time that is probably not before the begin of a transaction whose statements are sent now. */
  timeAfter(chosenAt: number): number {
    return Math.ceil(chosenAt + (this.#offset ?? 0) + this.#allowance);
  }

  began(beganAt: number, chosenAt: number): void {
    const difference = beganAt - chosenAt;
    this.#offset = Math.min(difference, moved(this.#offset ?? difference, difference));
    this.#allowance = moved(this.#allowance, MIN_ALLOWANCE);
  }

  /** Called when a transaction has failed because of its time: it began late, or a clock was set. */
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
 * Returns the `updated_at` of a change without waiting for the database's time. Must be called in the turn of the event loop in which the
 * transaction's first statements are passed on. The transaction fails if it begins after this time. If the caller does not use the
 * database's clock, returns the caller's time.
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
