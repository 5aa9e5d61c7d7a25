import type { OwnOnly } from "../../../kernel/caller.ts";
import { refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { changedFile, EMPTY_FILE, fileValues } from "./clientFile.ts";
import { clientRecord, NO_VISITS } from "./clientRecord.ts";
import { hidesContacts, withoutContacts } from "./contacts.ts";
import { announce } from "./events.ts";
import { fieldsToAnswer } from "./fieldsToAnswer.ts";
import type { ClientRecord, NewClientInput } from "./schema.ts";
import { findPayload, insertClient } from "./store.ts";

export interface ClientCreation {
  readonly businessId: string;
  /** The user who writes the client down in the app; null for a key. Whoever did so keeps sight of the file (contract §2). */
  readonly createdBy: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly client: NewClientInput;
  /** Of a member of the staff: what they read of it is what they read of any client. */
  readonly own?: OwnOnly | null;
}

/**
 * Opens a client file and emits `client.created`. Throws `validation_failed` for answers to fields that the business
 * does not have, or that the field does not take. Two clients may share a name, an address and a phone: families do.
 */
export async function createClient(tx: Transaction, creation: ClientCreation): Promise<ClientRecord> {
  const { businessId, createdBy, now } = creation;
  const [fields, [business], isHidden] = await Promise.all([
    fieldsToAnswer(tx, businessId, creation.client.custom_fields),
    tx.query(findPayload, [businessId]),
    hidesContacts(tx, businessId, creation.own ?? null),
  ]);
  if (business === undefined) throw new Error(`There is no business ${businessId}.`);
  const { file, problems } = changedFile(EMPTY_FILE, creation.client, fields, now);
  refuseIf(problems);
  const values = [businessId, newId(), ...fileValues(businessId, file), createdBy, new Date(now)];
  const [row] = await tx.query(insertClient, values);
  if (row === undefined) throw new Error("The new client's row did not come back.");
  const record = clientRecord(row, fields, NO_VISITS);
  announce(tx, businessId, business.webhook_payload, { type: "client.created", at: now, record });
  return isHidden ? withoutContacts(record) : record;
}
