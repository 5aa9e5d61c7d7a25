import type { Transaction } from "../../../platform/database/index.ts";
import { storeBlockedContacts } from "./blockedContacts.ts";
import {
  eraseRows,
  isPersonBlocked,
  listContacts,
  listMergedIds,
  lockDeletedClient,
} from "./privacyStore.ts";

export interface DetailsErasure {
  readonly businessId: string;
  readonly clientId: string;
  /**
   * The key (`blockedContactKey`) for hashing the contacts of a client who is blocked from online booking, so that online booking still
   * recognises the contacts after the erasure.
   */
  readonly contactKey: Buffer;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface ErasedDetails {
  /** Whether the client was merged into another client: the person is then still a client. */
  readonly isMerged: boolean;
  /** The ids of the client and of all clients who were merged into this client. */
  readonly clientIds: readonly string[];
}

/**
 * Erases the details of a deleted client and of all clients who were merged into this client: names, contacts, alert, answers
 * and search words. The rows remain because appointments and payments reference them. `eraseRecords` erases the records of
 * other features before the details, while the row is locked. `eraseRecords` does not run for a merged client, because the
 * records of that client belong to the remaining client. Returns undefined and changes nothing if the client is not deleted or
 * is already erased.
 */
export async function eraseDetails(
  tx: Transaction,
  erasure: DetailsErasure,
  eraseRecords: (clientIds: readonly string[]) => Promise<void>,
): Promise<ErasedDetails | undefined> {
  const { businessId, clientId, contactKey, now } = erasure;
  const [locked] = await tx.query(lockDeletedClient, { businessId, clientId });
  if (locked === undefined) return undefined;
  const isMerged = locked.merged_into_id !== null;
  const clientIds = (await tx.query(listMergedIds, { businessId, clientId })).map(({ id }) => id);
  if (!isMerged) await eraseRecords(clientIds);
  const [[person], contacts] = await Promise.all([
    tx.query(isPersonBlocked, { businessId, clientId }),
    tx.query(listContacts, { businessId, clientIds }),
  ]);
  if (person?.blocked === true) storeBlockedContacts(tx, businessId, contacts, { key: contactKey, now });
  tx.write(eraseRows, { businessId, clientIds, now });
  return { isMerged, clientIds };
}
