import type { DatabaseClock } from "../../../kernel/clock.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Database, RowOf } from "../../../platform/database/index.ts";
import { type dueColumns, giveBack, nextDeliveries, takeFailing, takeHealthy } from "./claimStore.ts";
import { lockQueue } from "./queueStore.ts";

/** An endpoint in our hands. Results are taken from us for as long as `leaseNumber` is its number. */
export interface Claim {
  readonly businessId: string;
  readonly endpointId: string;
  readonly leaseNumber: number;
}

/** What is to be sent to a claimed endpoint, with all it takes. */
export type DueDelivery = RowOf<typeof dueColumns> & {
  /** The reading of `performance.now()` that belongs to the database's time `now`. */
  readonly readAt: number;
};

export interface Claims {
  /** Takes endpoints that have something due; of the failing or of all others. Committed when it answers. */
  take(lane: "healthy" | "failing", most: number): Promise<Claim[]>;
  /** What is due next; undefined when nothing is, or the endpoint is no longer ours. */
  nextDelivery(claim: Claim): Promise<DueDelivery | undefined>;
  /** Lets go of an endpoint that had nothing due. */
  giveBack(claim: Claim): Promise<void>;
}

/**
 * An attempt takes ten seconds at most, and writing its result down may have to wait; until a lease has run out, nobody
 * sends in place of a process that was killed.
 */
export const LEASE_MS = 20_000;

/**
 * Claims are committed before anything is sent, and what is due is read in a later statement than the one that claims:
 * that one may have waited in line behind whoever sent the delivery just before. Endpoints that ask for their next
 * delivery at the same time are answered by one statement.
 */
export function openClaims(database: Database, clock: DatabaseClock): Claims {
  const load = batchLoader(async (claims: Claim[]) => {
    const rows = await database.query(nextDeliveries, [...keysOf(claims), clock.aheadMs()]);
    const readAt = performance.now();
    const ofEndpoint = new Map(rows.map((row) => [row.endpoint_id, { ...row, readAt }]));
    return new Map(
      claims.flatMap((claim) => {
        const delivery = ofEndpoint.get(claim.endpointId);
        return delivery === undefined ? [] : [[claim, delivery] as const];
      }),
    );
  });
  return {
    async take(lane, most) {
      const statement = lane === "healthy" ? takeHealthy : takeFailing;
      const rows = await database.query(statement, [clock.aheadMs(), most, LEASE_MS]);
      return rows.map((row) => ({
        businessId: row.business_id,
        endpointId: row.endpoint_id,
        leaseNumber: row.lease_number,
      }));
    },
    nextDelivery: load,
    giveBack: ({ businessId, endpointId, leaseNumber }) =>
      database.transaction(async (tx) => {
        tx.write(lockQueue, [businessId, endpointId]);
        tx.write(giveBack, [businessId, endpointId, leaseNumber]);
      }),
  };
}

/** As three arrays, for the statements that take many. */
export function keysOf(claims: readonly Claim[]): [string[], string[], number[]] {
  return [
    claims.map(({ businessId }) => businessId),
    claims.map(({ endpointId }) => endpointId),
    claims.map(({ leaseNumber }) => leaseNumber),
  ];
}
