import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { clientRecords } from "./clientRecord.ts";
import { maskContacts, masksContacts } from "./contactMasking.ts";
import type { ClientRecord } from "./schema.ts";
import { findClient, isOwn } from "./store.ts";

/**
 * Returns one client. `now` (milliseconds) determines the next appointment. Throws `not_found` for an unknown or deleted client
 * and, with `own`, for another staff member's client.
 */
export async function readClient(
  reader: Reader,
  businessId: string,
  clientId: string,
  now: number,
  own: OwnOnly | null = null,
): Promise<ClientRecord> {
  await assertOwnClient(reader, businessId, clientId, own);
  const [rows, isMasked] = await Promise.all([
    reader.query(findClient, { businessId, clientId }),
    masksContacts(reader, businessId, own),
  ]);
  const [record] = await clientRecords(reader, businessId, rows, now);
  if (record === undefined) throw notFound();
  return isMasked ? maskContacts(record) : record;
}

/** Throws `not_found` for an unknown or deleted client and, with `own`, for another staff member's client. */
export async function assertClient(
  reader: Reader,
  businessId: string,
  clientId: string,
  own: OwnOnly | null,
): Promise<void> {
  await assertOwnClient(reader, businessId, clientId, own);
  if ((await reader.query(findClient, { businessId, clientId })).length === 0) throw notFound();
}

/** Throws `not_found` if `own` restricts the caller to their own clients and does not include this client. */
export async function assertOwnClient(
  reader: Reader,
  businessId: string,
  clientId: string,
  own: OwnOnly | null,
): Promise<void> {
  if (own !== null && !(await isOwnClient(reader, businessId, clientId, own))) throw notFound();
}

/** Returns whether the user created this client, or the staff member has or had an appointment with the client (contract §2). */
export async function isOwnClient(
  reader: Reader,
  businessId: string,
  clientId: string,
  { userId, staffId }: OwnOnly,
): Promise<boolean> {
  const [answer] = await reader.query(isOwn, { businessId, clientId, userId, staffId });
  return answer?.own === true;
}
