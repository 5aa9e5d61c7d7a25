import type { OwnOnly } from "../../../kernel/caller.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { staffSeesContacts } from "../../business/policies/index.ts";
import type { ClientChanges, ClientRecord } from "./schema.ts";

/** Whether somebody reads clients without their contacts: a member of the staff, unless the policy in force lets them. */
export async function masksContacts(
  reader: Reader,
  businessId: string,
  own: OwnOnly | null,
): Promise<boolean> {
  return own !== null && !(await staffSeesContacts(reader, businessId));
}

/**
 * A client as somebody reads them who does not see contacts. Null, and said to be hidden: a text with dots in it would be
 * neither an e-mail address nor a phone number, and whoever reads records by their published shape relies on that.
 */
export function maskContacts(client: ClientRecord): ClientRecord {
  return { ...client, email: null, phone_e164: null, contacts_masked: true };
}

/**
 * A change by somebody who does not see contacts. They may write down new ones; null is what they have read, and sent back
 * it means keep, because nobody clears what they cannot see.
 */
export function ignoreMaskedContacts({ email, phone_e164, ...change }: ClientChanges): ClientChanges {
  return {
    ...change,
    ...(email == null ? {} : { email }),
    ...(phone_e164 == null ? {} : { phone_e164 }),
  };
}
