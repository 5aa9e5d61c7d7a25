import type { DatabaseClock } from "../../../kernel/clock.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Database, RowOf } from "../../../platform/database/index.ts";
import {
  acquireFailing,
  acquireHealthy,
  type dueColumns,
  type leaseColumns,
  nextDeliveries,
  releaseLease,
} from "./leaseStore.ts";
import { lockQueue } from "./queueStore.ts";

/** The right to send to an endpoint. Results are accepted as long as no other lease has got a higher number. */
export type Lease = RowOf<typeof leaseColumns>;

export type AcquiredLease = Lease & {
  /** How many deliveries may be in flight to the endpoint. */
  readonly concurrency_limit: number;
};

/** A failing endpoint is one whose last counted attempt failed. */
export type EndpointHealth = "healthy" | "failing";

/** A delivery of a leased endpoint, with all that is needed to send it. */
export type DueDelivery = RowOf<typeof dueColumns> & {
  /** `performance.now()` at the database's time `now`. */
  readonly readAt: number;
};

export interface Leases {
  /** Leases at most `limit` endpoints that have a delivery due. Committed when it resolves. */
  acquire(health: EndpointHealth, limit: number): Promise<AcquiredLease[]>;
  /**
   * The deliveries that are due next, at most `count`, except those of the ids; none when another process has leased the
   * endpoint.
   */
  nextDeliveries(lease: Lease, count: number, inFlightIds: Iterable<string>): Promise<DueDelivery[]>;
  /** Ends the lease of an endpoint to which nothing was sent. */
  release(lease: Lease): Promise<void>;
}

/**
 * An attempt takes at most ten seconds, and writing its result may have to wait. When a process is killed, no other one
 * sends to its endpoints until the leases have expired.
 */
export const LEASE_MS = 20_000;

/**
 * Leases are committed before anything is sent. Due deliveries are read in a later statement than the one that leases:
 * that one may have waited for the process that sent the previous delivery. Endpoints whose next deliveries are
 * requested at the same time share one statement.
 */
export function openLeases(database: Database, clock: DatabaseClock): Leases {
  const load = batchLoader(async (queries: NextQuery[]) => {
    const rows = await database.query(nextDeliveries, {
      ...leaseKeys(queries.map(({ lease }) => lease)),
      counts: queries.map(({ count }) => count),
      inFlightIds: queries.flatMap(({ inFlightIds }) => inFlightIds),
      aheadMs: clock.aheadMs(),
    });
    const readAt = performance.now();
    const ofEndpoint = Map.groupBy(rows, (row) => row.endpoint_id);
    return new Map(
      queries.map((query) => {
        const due = ofEndpoint.get(query.lease.endpoint_id) ?? [];
        return [query, due.map((row) => ({ ...row, readAt }))] as const;
      }),
    );
  });
  return {
    acquire(health, limit) {
      const statement = health === "healthy" ? acquireHealthy : acquireFailing;
      return database.query(statement, { aheadMs: clock.aheadMs(), limit, leaseMs: LEASE_MS });
    },
    async nextDeliveries(lease, count, inFlightIds) {
      return (await load({ lease, count, inFlightIds: [...inFlightIds] })) ?? [];
    },
    release: (lease) =>
      database.transaction(async (tx) => {
        tx.write(lockQueue, { businessId: lease.business_id, endpointId: lease.endpoint_id });
        const { business_id, endpoint_id, lease_number } = lease;
        tx.write(releaseLease, { business_id, endpoint_id, lease_number });
      }),
  };
}

interface NextQuery {
  readonly lease: Lease;
  readonly count: number;
  readonly inFlightIds: readonly string[];
}

export function leaseKeys(leases: readonly Lease[]) {
  return {
    businessIds: leases.map(({ business_id }) => business_id),
    endpointIds: leases.map(({ endpoint_id }) => endpoint_id),
    leaseNumbers: leases.map(({ lease_number }) => lease_number),
  };
}
