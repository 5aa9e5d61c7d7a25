import type { Transaction } from "../../../platform/database/index.ts";
import { storeBlockedContacts } from "./blockedContacts.ts";
import { emptyFiles, isPersonBlocked, listContacts, listFilesOfPerson, lockDeleted } from "./store.ts";

/** A deleted file that is locked to be emptied. */
export interface DeletedFile {
  readonly businessId: string;
  readonly clientId: string;
  /** Whether what hung on it belongs to another file now: then the person is still a client. */
  readonly isMerged: boolean;
  /** This file and those that have become part of it. */
  readonly fileIds: readonly string[];
}

/** Locks a deleted file; undefined for one that is not deleted, or erased already. */
export async function openDeletedFile(
  tx: Transaction,
  businessId: string,
  clientId: string,
): Promise<DeletedFile | undefined> {
  const [locked] = await tx.query(lockDeleted, [businessId, clientId]);
  if (locked === undefined) return undefined;
  const files = await tx.query(listFilesOfPerson, [businessId, clientId]);
  const isMerged = locked.merged_into_id !== null;
  return { businessId, clientId, isMerged, fileIds: files.map(({ id }) => id) };
}

/**
 * Empties a person's files: names, contacts, alert, answers, and the words they were found by. The rows stay, for the
 * visits and payments that point at them. Of somebody who is stopped from booking online the contacts stay known by
 * their hashes.
 */
export async function emptyFile(
  tx: Transaction,
  file: DeletedFile,
  emptying: { readonly contactKey: Buffer; readonly now: number },
): Promise<void> {
  const { businessId, clientId, fileIds } = file;
  const { contactKey: key, now } = emptying;
  const [[person], contacts] = await Promise.all([
    tx.query(isPersonBlocked, [businessId, clientId]),
    tx.query(listContacts, [businessId, fileIds]),
  ]);
  if (person?.blocked === true) storeBlockedContacts(tx, businessId, contacts, { key, now });
  tx.write(emptyFiles, [businessId, fileIds, new Date(now)]);
}
