import type { Database, Transaction } from "../../../platform/database/index.ts";
import {
  listDueLocations,
  listDueLocationsOf,
  listRevokedOffers,
  listRevokedOffersOf,
  takeUnplanned,
  takeUnplannedOf,
} from "./freedStore.ts";
import { listExpiredOffers, listPendingOf } from "./offerStore.ts";
import { expireEntries, expireEntriesOf, listExpiring, listExpiringOf } from "./store.ts";

interface Offer {
  readonly business_id: string;
  readonly id: string;
  readonly entry_id: string;
}

type Unplanned = NonNullable<(typeof takeUnplanned)["row"]>;

/** Functions that read and update the due waitlist rows, in all businesses or in one. */
export interface DueRows {
  /** Expires at most `limit` entries whose last window has passed and returns their number. */
  expireEntries(now: number, limit: number): Promise<number>;
  expiringEntries(soon: {
    readonly beforeAt: number;
    readonly joinedBeforeAt: number;
    readonly limit: number;
  }): Promise<readonly { readonly business_id: string; readonly id: string }[]>;
  expiredOffers(now: number, limit: number): Promise<readonly Offer[]>;
  /** Pending offers whose hold was revoked. */
  revokedOffers(limit: number): Promise<readonly Offer[]>;
  /** Deletes and returns rows of freed time without a due time. */
  takeUnplanned(tx: Transaction, limit: number): Promise<readonly Unplanned[]>;
  dueLocations(
    now: number,
    limit: number,
  ): Promise<readonly { readonly business_id: string; readonly location_id: string | null }[]>;
}

export function dueInAll(database: Database): DueRows {
  return {
    expireEntries: async (now, limit) =>
      (await database.query(expireEntries, { now, limit }))[0]?.expired ?? 0,
    expiringEntries: (soon) => database.query(listExpiring, soon),
    expiredOffers: (now, limit) => database.query(listExpiredOffers, { now, limit }),
    revokedOffers: (limit) => database.query(listRevokedOffers, { limit }),
    takeUnplanned: (tx, limit) => tx.query(takeUnplanned, { limit }),
    dueLocations: (now, limit) => database.query(listDueLocations, { now, limit }),
  };
}

export function dueIn(database: Database, businessId: string): DueRows {
  return {
    expireEntries: async (now, limit) =>
      (await database.query(expireEntriesOf, { businessId, now, limit }))[0]?.expired ?? 0,
    expiringEntries: (soon) => database.query(listExpiringOf, { businessId, ...soon }),
    expiredOffers: async (now, limit) =>
      (await database.query(listPendingOf, { businessId, limit })).filter((offer) => offer.expires_at <= now),
    revokedOffers: (limit) => database.query(listRevokedOffersOf, { businessId, limit }),
    takeUnplanned: (tx, limit) => tx.query(takeUnplannedOf, { businessId, limit }),
    dueLocations: (now, limit) => database.query(listDueLocationsOf, { businessId, now, limit }),
  };
}
