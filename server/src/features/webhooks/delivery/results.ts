import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseClock } from "../../../kernel/clock.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { StoredAttempt } from "../../../tables/webhooks.ts";
import { LEASE_MS, type Lease, leaseKeys } from "./leases.ts";
import { lockLeased, recordAttempts } from "./resultStore.ts";

/** The result of an attempt. */
export interface Result {
  readonly lease: Lease;
  readonly deliveryId: string;
  readonly succeeded: boolean;
  /** Whether the result changes the state of the endpoint; the result of a test does not. */
  readonly counts: boolean;
  /** `failed` means that no connection could be made, possibly because of the installation. */
  readonly connection: "made" | "failed" | "none";
  /** The delay until the next attempt, counted from the end of this one; null after the last attempt. */
  readonly retryAfterMs: number | null;
  /** The entry for the delivery log. */
  readonly attempt: StoredAttempt;
  readonly responseBody: string;
}

/**
 * Decides how the transaction that records a result changes the lease of the endpoint: it extends the lease while other deliveries
 * are in flight, or if another delivery is due and `mayContinue` is true; otherwise it releases the lease.
 */
export interface LeaseUse {
  /** Whether other deliveries to the endpoint are in flight. */
  readonly holdsLease: boolean;
  /** Whether the worker may send the next delivery that is due; false once it is stopping. */
  readonly mayContinue: boolean;
}

/** The state of the endpoint after a result: still leased (`continues`) or released; `isDue` if more deliveries are due. */
export interface Recorded {
  readonly continues: boolean;
  readonly isDue: boolean;
}

/**
 * The time for which writing a result is retried. After it, the lease has expired and another process has repeated the delivery.
 */
const RETRY_TIMEOUT_MS = 60_000;
const RETRY_PAUSE_MS = 250;

/**
 * Returns a function that records results. Results that arrive while others are being written are written together, in one
 * transaction: it locks the endpoints and reads their queues in a later statement, so that it sees the deliveries that the relay
 * has just added. The function resolves to undefined if another process has leased the endpoint since; the result is then
 * dropped.
 */
export function openResults(
  database: Database,
  clock: DatabaseClock,
  maxConcurrency: number,
): (result: Result & LeaseUse) => Promise<Recorded | undefined> {
  const write = batchLoader(async (results: (Result & LeaseUse)[]) => {
    const rows = await database.transaction(async (tx) => {
      const keys = leaseKeys(results.map(({ lease }) => lease));
      tx.write(lockLeased, keys);
      return tx.query(recordAttempts, {
        ...keys,
        deliveryIds: results.map(({ deliveryId }) => deliveryId),
        succeeded: results.map(({ succeeded }) => succeeded),
        counts: results.map(({ counts }) => counts),
        connected: results.map(({ connection }) => connection === "made"),
        undecided: results.map(({ connection }) => connection === "failed"),
        holdsLease: results.map(({ holdsLease }) => holdsLease),
        mayContinue: results.map(({ mayContinue }) => mayContinue),
        retryAfterMs: results.map(({ retryAfterMs }) => retryAfterMs),
        attempts: results.map(({ attempt }) => JSON.stringify(attempt)),
        responseBodies: results.map(({ responseBody }) => responseBody),
        leaseMs: LEASE_MS,
        maxConcurrency,
        aheadMs: clock.aheadMs(),
      });
    });
    const ofEndpoint = new Map(
      rows.map(({ endpoint_id, continues, is_due }) => [endpoint_id, { continues, isDue: is_due }]),
    );
    return new Map(
      results.flatMap((result) => {
        const recorded = ofEndpoint.get(result.lease.endpoint_id);
        return recorded === undefined ? [] : [[result, recorded] as const];
      }),
    );
  });

  return async (result) => {
    const deadline = performance.now() + RETRY_TIMEOUT_MS;
    for (;;) {
      try {
        return await write(result);
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await pause(RETRY_PAUSE_MS);
      }
    }
  };
}
