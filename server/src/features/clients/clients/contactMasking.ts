import type { OwnOnly } from "../../../kernel/caller.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { staffSeesContacts } from "../../business/policies/index.ts";
import type { ClientChanges, ClientRecord } from "./schema.ts";

/**
 * Returns whether contacts are masked for this caller. They are masked for callers who may read only their own clients (`own`),
 * unless the current policy allows contacts.
 */
export async function masksContacts(
  reader: Reader,
  businessId: string,
  own: OwnOnly | null,
): Promise<boolean> {
  return own !== null && !(await staffSeesContacts(reader, businessId));
}

/**
 * Returns the record with null contacts and with `contacts_masked` set. The contacts are not replaced by dots, because dots do not match
 * the published formats of an e-mail address and a phone number.
 */
export function maskContacts(client: ClientRecord): ClientRecord {
  return { ...client, email: null, phone_e164: null, contacts_masked: true };
}

/**
 * Removes null contacts from the changes of a caller for whom contacts are masked. This caller reads contacts as null, so null
 * in the request keeps the stored value. A new e-mail address or phone number is stored. `rewritten` names the contacts that
 * the request sets: they count as changed even if their values are the same, because an unchanged `version` would confirm a
 * guessed contact (decision 30).
 */
export function maskedChanges({ email, phone_e164, ...change }: ClientChanges): {
  readonly changes: ClientChanges;
  readonly rewritten: readonly ("email" | "phone_e164")[];
} {
  const sent = {
    ...(email == null ? {} : { email }),
    ...(phone_e164 == null ? {} : { phone_e164 }),
  };
  return { changes: { ...change, ...sent }, rewritten: Object.keys(sent) as (keyof typeof sent)[] };
}
