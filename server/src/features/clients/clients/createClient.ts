import type { OwnOnly } from "../../../kernel/caller.ts";
import { refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { applyChanges, detailValues, EMPTY_DETAILS } from "./clientDetails.ts";
import { clientRecord, NO_VISITS } from "./clientRecord.ts";
import { maskContacts, masksContacts } from "./contactMasking.ts";
import { publishClientEvent } from "./events.ts";
import { lockFieldsForAnswers } from "./lockFieldsForAnswers.ts";
import type { ClientInput, ClientRecord } from "./schema.ts";
import { findWebhookPayload, insertClient } from "./store.ts";

export interface ClientCreation {
  readonly businessId: string;
  /** The user who writes the client down in the app; null for a key. Whoever did so keeps sight of the file (contract §2). */
  readonly createdBy: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly client: ClientInput;
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
    lockFieldsForAnswers(tx, businessId, creation.client.custom_fields),
    tx.query(findWebhookPayload, [businessId]),
    masksContacts(tx, businessId, creation.own ?? null),
  ]);
  if (business === undefined) throw new Error(`There is no business ${businessId}.`);
  const { file, problems } = applyChanges(EMPTY_DETAILS, creation.client, fields, now);
  refuseIf(problems);
  const values = [businessId, newId(), ...detailValues(businessId, file), createdBy, new Date(now)];
  const [row] = await tx.query(insertClient, values);
  if (row === undefined) throw new Error("The new client's row did not come back.");
  const record = clientRecord(row, fields, NO_VISITS);
  publishClientEvent(tx, businessId, business.webhook_payload, { type: "client.created", at: now, record });
  return isHidden ? maskContacts(record) : record;
}
