import type { DatabaseClock } from "../../../kernel/clock.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Database, Reader, RowOf } from "../../../platform/database/index.ts";
import {
  acquireFailing,
  acquireHealthy,
  type dueColumns,
  findPartitions,
  type leaseColumns,
  nextDeliveries,
  releaseLease,
} from "./leaseStore.ts";
import { lockQueue } from "./queueStore.ts";

/**
 * The exclusive right to send to an endpoint. The results of a lease are accepted until a later lease of the endpoint gets a higher number.
 */
export type Lease = RowOf<typeof leaseColumns> & {
  /** The partition of the database that contains the business's rows. A single database has one partition, a cluster has many. */
  readonly partition: number;
};

export type AcquiredLease = Lease & {
  /** The maximum number of deliveries in flight to the endpoint. */
  readonly concurrency_limit: number;
};

/** The health of an endpoint. An endpoint is failing if its last counted attempt failed. */
export type EndpointHealth = "healthy" | "failing";

/** A delivery of a leased endpoint, with all the data needed to send it. */
export type DueDelivery = RowOf<typeof dueColumns> & {
  /** The value of `performance.now()` at the database time `now`. */
  readonly readAt: number;
};

export interface Leases {
  /** Leases at most `limit` endpoints that have a due delivery. The transaction is committed when the promise resolves. */
  acquire(health: EndpointHealth, limit: number): Promise<AcquiredLease[]>;
  /**
   * Reads at most `count` due deliveries, oldest first, except those in `inFlightIds`. Returns none if another process has leased
   * the endpoint.
   */
  nextDeliveries(lease: Lease, count: number, inFlightIds: Iterable<string>): Promise<DueDelivery[]>;
  /** Ends a lease unless another lease has replaced it. */
  release(lease: Lease): Promise<void>;
}

/**
 * The duration of a lease in milliseconds. An attempt takes at most ten seconds; the remaining time is for writing its result. If a process
 * is killed, other processes can send to its endpoints only after the leases have expired.
 */
export const LEASE_MS = 20_000;

/**
 * Creates the lease functions. Leases are committed before deliveries are sent. A separate statement reads the due deliveries after the
 * endpoint is leased, because the leasing statement may have waited for the process that sent the previous delivery. A batch loader reads
 * the next deliveries for several endpoints with one SQL statement.
 */
export function openLeases(database: Database, clock: DatabaseClock): Leases {
  const load = batchLoader(async (queries: NextQuery[]) => {
    const groups = byPartition(queries);
    const readOn = (reader: Reader) =>
      groups.map((neighbors) =>
        reader.query(nextDeliveries, {
          ...leaseKeys(neighbors.map(({ lease }) => lease)),
          counts: neighbors.map(({ count }) => count),
          inFlightIds: neighbors.flatMap(({ inFlightIds }) => inFlightIds),
          aheadMs: clock.aheadMs(),
        }),
      );
    // Sends the statements for several partitions on one connection.
    const rows = await (groups.length === 1
      ? Promise.all(readOn(database))
      : database.transaction((tx) => Promise.all(readOn(tx))));
    const readAt = performance.now();
    const ofEndpoint = Map.groupBy(rows.flat(), (row) => row.endpoint_id);
    return new Map(
      queries.map((query) => {
        const due = ofEndpoint.get(query.lease.endpoint_id) ?? [];
        return [query, due.map((row) => ({ ...row, readAt }))] as const;
      }),
    );
  });
  return {
    async acquire(health, limit) {
      const statement = health === "healthy" ? acquireHealthy : acquireFailing;
      const acquired = await database.query(statement, {
        aheadMs: clock.aheadMs(),
        limit,
        leaseMs: LEASE_MS,
      });
      if (acquired.length === 0) return [];
      const businessIds = [...new Set(acquired.map(({ business_id }) => business_id))];
      const found = await database.query(findPartitions, { businessIds });
      const partitions = new Map(found.map(({ business_id, partition }) => [business_id, partition]));
      return acquired.map((lease) => ({ ...lease, partition: partitions.get(lease.business_id) ?? 0 }));
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

/**
 * Groups items by partition, because each statement accesses one partition (decision 82). The groups are sorted by partition, because rows
 * are locked in this order.
 */
export function byPartition<T extends { readonly lease: Lease }>(items: readonly T[]): T[][] {
  return [...Map.groupBy(items, ({ lease }) => lease.partition)]
    .sort(([one], [other]) => one - other)
    .map(([, neighbors]) => neighbors);
}

export function leaseKeys(leases: readonly Lease[]) {
  const businessIds = leases.map(({ business_id }) => business_id);
  return {
    businessIds,
    neighborIds: [...new Set(businessIds)],
    endpointIds: leases.map(({ endpoint_id }) => endpoint_id),
    leaseNumbers: leases.map(({ lease_number }) => lease_number),
  };
}
