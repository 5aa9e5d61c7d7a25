import type { OwnOnly } from "../../../kernel/caller.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { staffSeesContacts } from "../../business/policies/index.ts";
import type { ClientChanges, ClientRecord } from "./schema.ts";

/** Whether the caller reads clients without contacts: a staff member does, unless the current policy allows contacts. */
export async function masksContacts(
  reader: Reader,
  businessId: string,
  own: OwnOnly | null,
): Promise<boolean> {
  return own !== null && !(await staffSeesContacts(reader, businessId));
}

/**
 * The record without contacts: null, and marked as masked. A text of dots would not match the published formats of an
 * e-mail address and a phone number.
 */
export function maskContacts(client: ClientRecord): ClientRecord {
  return { ...client, email: null, phone_e164: null, contacts_masked: true };
}

/**
 * The changes of a caller who does not see contacts, without null contacts. The caller read null, so null sent back means
 * keep; a new e-mail address or phone number is stored. `rewritten` are the contacts that were sent: they count as changed
 * even if the stored value is the same, because an unchanged version would confirm a guess (decision 30).
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
