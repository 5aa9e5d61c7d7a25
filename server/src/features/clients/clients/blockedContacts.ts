import { createHmac, hkdfSync } from "node:crypto";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { insertBlockedContact, isAnyBlocked } from "./privacyStore.ts";

/** The e-mail address and the phone number of a visitor or client; null if unknown. */
export interface Contact {
  readonly email: string | null;
  readonly phone_e164: string | null;
}

/**
 * Returns the key for hashing the contacts of blocked clients; only the hashes remain after an erasure. The key is derived from
 * the installation's secret (HKDF-SHA256).
 */
export function blockedContactKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "daybook blocked contacts 1", 32));
}

/**
 * Returns whether this e-mail address or phone number belonged to a client who was blocked from online booking and then erased (contract
 * §9). Clients who are not erased are not considered, because the client row stores whether the client is blocked. The key must be the one
 * with which the hashes were computed; with another key, no contact matches.
 */
export async function isBlockedContact(
  reader: Reader,
  businessId: string,
  contact: Contact,
  key: Buffer,
): Promise<boolean> {
  const hashes = contactHashes(businessId, contact, key);
  const [found] = await reader.query(isAnyBlocked, { businessId, hashes });
  return found?.blocked === true;
}

/** Stores the hashes of contacts of a blocked client who is about to be erased. */
export function storeBlockedContacts(
  tx: Transaction,
  businessId: string,
  contacts: readonly Contact[],
  { key, now }: { readonly key: Buffer; readonly now: number },
): void {
  for (const contact of contacts)
    for (const contact_hmac of contactHashes(businessId, contact, key))
      tx.write(insertBlockedContact, { business_id: businessId, contact_hmac, created_at: now });
}

/**
 * Returns the hashes of a contact. The business is part of each hash, so the hashes of one person at two businesses cannot be
 * linked. The case of e-mail addresses is ignored, because most mail servers ignore it.
 */
function contactHashes(businessId: string, { email, phone_e164 }: Contact, key: Buffer): Buffer[] {
  const named = [
    email === null ? [] : [`email:${email.trim().normalize("NFC").toLowerCase()}`],
    phone_e164 === null ? [] : [`phone:${phone_e164.trim()}`],
  ].flat();
  return named.map((name) => createHmac("sha256", key).update(`${businessId}:${name}`).digest());
}
