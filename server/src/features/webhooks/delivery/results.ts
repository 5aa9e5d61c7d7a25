import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseClock } from "../../../kernel/clock.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { StoredAttempt } from "../../../tables/webhooks.ts";
import { byPartition, LEASE_MS, type Lease, leaseKeys } from "./leases.ts";
import { lockLeased, recordAttempts } from "./resultStore.ts";

/** The result of an attempt, to be recorded. */
export interface Result {
  readonly lease: Lease;
  readonly deliveryId: string;
  readonly succeeded: boolean;
  /** Whether the result changes the state of the endpoint. False for a test. */
  readonly counts: boolean;
  /** `failed` means that the connection attempt failed, possibly because of the installation's network. */
  readonly connection: "made" | "failed" | "none";
  /** The delay in milliseconds between the end of this attempt and the next attempt; null after the last attempt. */
  readonly retryAfterMs: number | null;
  /** The entry for the delivery log. */
  readonly attempt: StoredAttempt;
  readonly responseBody: string;
}

/**
 * Determines whether the transaction that records a result extends or releases the lease of the endpoint. The transaction extends the lease
 * if other deliveries are in flight, or if another delivery is due and `mayContinue` is true.
 */
export interface LeaseUse {
  /** Whether other deliveries to the endpoint are in flight. */
  readonly holdsLease: boolean;
  /**
   * Whether the worker may send another delivery within this lease. False after a failure, during a shutdown, and if another
   * endpoint needs the permit.
   */
  readonly mayContinue: boolean;
}

/** The state of the endpoint after a result. `continues`: the endpoint is still leased. `isDue`: more deliveries are due. */
export interface Recorded {
  readonly continues: boolean;
  readonly isDue: boolean;
}

/**
 * The time in milliseconds for which writing a result is retried. By then, the lease has expired, and another process can
 * repeat the delivery.
 */
const RETRY_TIMEOUT_MS = 60_000;
const RETRY_PAUSE_MS = 250;

/**
 * Returns a function that records results. Results that arrive during a write are written together in the next transaction. The
 * transaction locks the endpoints and reads their queues in a later statement, so that it sees the deliveries that the relay has
 * added. The function resolves to undefined if another process has leased the endpoint in the meantime; the result is then dropped.
 */
export function openResults(
  database: Database,
  clock: DatabaseClock,
  maxConcurrency: number,
): (result: Result & LeaseUse) => Promise<Recorded | undefined> {
  const write = batchLoader(async (results: (Result & LeaseUse)[]) => {
    const rows = await database.transaction(async (tx) => {
      const recorded = byPartition(results).map((neighbors) => {
        const keys = leaseKeys(neighbors.map(({ lease }) => lease));
        tx.write(lockLeased, keys);
        return tx.query(recordAttempts, {
          ...keys,
          deliveryIds: neighbors.map(({ deliveryId }) => deliveryId),
          succeeded: neighbors.map(({ succeeded }) => succeeded),
          counts: neighbors.map(({ counts }) => counts),
          connected: neighbors.map(({ connection }) => connection === "made"),
          undecided: neighbors.map(({ connection }) => connection === "failed"),
          holdsLease: neighbors.map(({ holdsLease }) => holdsLease),
          mayContinue: neighbors.map(({ mayContinue }) => mayContinue),
          retryAfterMs: neighbors.map(({ retryAfterMs }) => retryAfterMs),
          attempts: neighbors.map(({ attempt }) => JSON.stringify(attempt)),
          responseBodies: neighbors.map(({ responseBody }) => responseBody),
          leaseMs: LEASE_MS,
          maxConcurrency,
          aheadMs: clock.aheadMs(),
        });
      });
      return (await Promise.all(recorded)).flat();
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
