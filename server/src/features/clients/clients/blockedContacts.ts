import { createHmac, hkdfSync } from "node:crypto";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { findBlockedContacts, insertBlockedContacts } from "./store.ts";

/** By what somebody is reached who wants to book. */
export interface Contact {
  readonly email: string | null;
  readonly phone_e164: string | null;
}

/** Under which contacts of erased people are remembered; made of the installation's secret (HKDF-SHA256). */
export function blockedContactKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "daybook blocked contacts 1", 32));
}

/**
 * Whether this e-mail address or phone number was that of somebody who was stopped from booking online and then erased
 * (contract §9). Of people whose file is still here, the file tells. With another key than it was remembered under,
 * nobody is known.
 */
export async function isBlockedContact(
  reader: Reader,
  businessId: string,
  contact: Contact,
  key: Buffer,
): Promise<boolean> {
  const [found] = await reader.query(findBlockedContacts, [businessId, hashesOf(businessId, contact, key)]);
  return found?.blocked === true;
}

/** Remembers the contacts of somebody who is stopped from booking online and about to be erased. */
export function storeBlockedContacts(
  tx: Transaction,
  businessId: string,
  contacts: readonly Contact[],
  remembering: { readonly key: Buffer; readonly now: number },
): void {
  const { key, now } = remembering;
  const hashes = contacts.flatMap((contact) => hashesOf(businessId, contact, key));
  if (hashes.length > 0) tx.write(insertBlockedContacts, [businessId, hashes, new Date(now)]);
}

/**
 * The business is hashed along: the same person at two businesses has nothing in common. An address counts whatever its
 * case, as it does where mail is delivered.
 */
function hashesOf(businessId: string, { email, phone_e164 }: Contact, key: Buffer): Buffer[] {
  const named = [
    email === null ? [] : [`email:${email.trim().normalize("NFC").toLowerCase()}`],
    phone_e164 === null ? [] : [`phone:${phone_e164.trim()}`],
  ].flat();
  return named.map((name) => createHmac("sha256", key).update(`${businessId}:${name}`).digest());
}
