import type { Reader } from "../../../platform/database/index.ts";
import { isBlockedContact } from "../../clients/clients/index.ts";
import { listPeopleByEmail, listPeopleByPhone, type Person } from "./store.ts";

/**
 * The contact of a visitor or client: an e-mail address, a phone number, or both. The e-mail address of a visitor is in lower
 * case.
 */
export interface Contact {
  readonly email: string | null;
  readonly phone_e164: string | null;
}

/**
 * Returns the clients with an e-mail address or a phone number. The clients with the e-mail address come first; in both groups, blocked
 * clients come first.
 */
export async function peopleOf(
  reader: Reader,
  businessId: string,
  { email, phone_e164 }: Contact,
): Promise<Person[]> {
  const [byEmail, byPhone] = await Promise.all([
    email === null ? [] : reader.query(listPeopleByEmail, { businessId, contact: email }),
    phone_e164 === null ? [] : reader.query(listPeopleByPhone, { businessId, contact: phone_e164 }),
  ]);
  return [...byEmail, ...byPhone];
}

/** Returns whether a client with this contact is blocked from online booking, or was blocked when the client was erased. */
export async function isBlocked(
  reader: Reader,
  businessId: string,
  {
    contact,
    people,
    key,
  }: { readonly contact: Contact; readonly people: readonly Person[]; readonly key: Buffer },
): Promise<boolean> {
  if (people.some((person) => person.is_blocked)) return true;
  return isBlockedContact(reader, businessId, contact, key);
}
