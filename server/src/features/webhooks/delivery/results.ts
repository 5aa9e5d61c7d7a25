import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseClock } from "../../../kernel/clock.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { StoredAttempt } from "../store.ts";
import { type Claim, keysOf, LEASE_MS } from "./claims.ts";
import { lockTaken, recordAttempts } from "./resultStore.ts";

/** How an attempt ended. */
export interface Result {
  readonly claim: Claim;
  readonly deliveryId: string;
  readonly succeeded: boolean;
  /** Whether its failure says something about the endpoint; a test's does not. */
  readonly counts: boolean;
  /** Whether the endpoint may be kept for its next delivery. */
  readonly mayGoOn: boolean;
  /** From now, when the attempt has ended; null after the last one. */
  readonly retryAfterMs: number | null;
  /** As it stands in the log. */
  readonly attempt: StoredAttempt;
}

/** What became of the endpoint: kept for what is due next, or given back (`isDue`: with something left to send). */
export interface Recorded {
  readonly goesOn: boolean;
  readonly isDue: boolean;
}

/** How long a result is kept for a database that is away; by then others have sent the delivery again. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 250;

/**
 * Writes results down. Those that arrive while others are being written are written together, in one transaction: the
 * endpoints are locked, then their queues are read, in a later statement, so that what the relay has just added is not
 * overlooked. Answers nothing for an endpoint that somebody else has taken since: that result is dropped.
 */
export function openResults(
  database: Database,
  clock: DatabaseClock,
): (result: Result) => Promise<Recorded | undefined> {
  const write = batchLoader(async (results: Result[]) => {
    const rows = await database.transaction(async (tx) => {
      const keys = keysOf(results.map(({ claim }) => claim));
      tx.write(lockTaken, keys);
      return tx.query(recordAttempts, [
        ...keys,
        results.map(({ deliveryId }) => deliveryId),
        results.map(({ succeeded }) => succeeded),
        results.map(({ counts }) => counts),
        results.map(({ mayGoOn }) => mayGoOn),
        results.map(({ retryAfterMs }) => retryAfterMs),
        results.map(({ attempt }) => JSON.stringify(attempt)),
        results.map(({ attempt }) => attempt.error ?? null),
        LEASE_MS,
        clock.aheadMs(),
      ]);
    });
    const ofEndpoint = new Map(
      rows.map((row) => [row.endpoint_id, { goesOn: row.goes_on, isDue: row.is_due }]),
    );
    return new Map(
      results.flatMap((result) => {
        const recorded = ofEndpoint.get(result.claim.endpointId);
        return recorded === undefined ? [] : [[result, recorded] as const];
      }),
    );
  });

  return async (result) => {
    const patientUntil = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await write(result);
      } catch (error) {
        if (performance.now() > patientUntil) throw error;
        await pause(PAUSE_MS);
      }
    }
  };
}
