import type { Reader } from "../../../platform/database/index.ts";
import { isBlockedContact } from "../../clients/clients/index.ts";
import { listPeople, type Person } from "./store.ts";

/** Returns the clients with an e-mail address, blocked ones first. */
export function peopleOf(reader: Reader, businessId: string, email: string): Promise<Person[]> {
  return reader.query(listPeople, { businessId, email });
}

/** Whether a client with the address is blocked from online booking, or was blocked when the client was erased. */
export async function isBlocked(
  reader: Reader,
  businessId: string,
  {
    email,
    people,
    key,
  }: { readonly email: string; readonly people: readonly Person[]; readonly key: Buffer },
): Promise<boolean> {
  if (people.some((person) => person.is_blocked)) return true;
  return isBlockedContact(reader, businessId, { email, phone_e164: null }, key);
}
