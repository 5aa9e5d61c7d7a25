import type { OwnOnly } from "../../../kernel/caller.ts";
import { refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { applyChanges, detailValues, EMPTY_DETAILS } from "./clientDetails.ts";
import { lockFieldsForAnswers } from "./clientFields.ts";
import { clientRecord, NO_APPOINTMENTS } from "./clientRecord.ts";
import { maskContacts, masksContacts } from "./contactMasking.ts";
import { publishClientEvent } from "./events.ts";
import type { ClientInput, ClientRecord } from "./schema.ts";
import { findWebhookPayload, insertClient } from "./store.ts";

export interface ClientCreation {
  readonly businessId: string;
  /**
   * The user who creates the client, or null for an API key, a visitor or a kiosk. The client becomes one of this user's own
   * clients (contract §2).
   */
  readonly createdBy: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly client: ClientInput;
  /**
   * Set for a caller who may read only their own clients. The contacts in the returned record are then masked as in other
   * responses to this caller.
   */
  readonly own?: OwnOnly | null;
}

/**
 * Creates a client and publishes `client.created`. Throws `validation_failed` for answers to unknown fields and answers that a
 * field does not accept. Several clients may have the same name, e-mail address and phone number, for example members of a
 * family.
 */
export async function createClient(tx: Transaction, creation: ClientCreation): Promise<ClientRecord> {
  const { businessId, createdBy, now } = creation;
  const [fields, [business], isMasked, createdAt] = await Promise.all([
    lockFieldsForAnswers(tx, businessId, creation.client.custom_fields),
    tx.query(findWebhookPayload, { businessId }),
    masksContacts(tx, businessId, creation.own ?? null),
    updateTime(tx),
  ]);
  if (business === undefined) throw new Error(`There is no business ${businessId}.`);
  const { details, problems } = applyChanges(EMPTY_DETAILS, creation.client, fields, now);
  refuseIf(problems);
  const row = { ...details, id: newId(), version: 1, created_at: createdAt(now), updated_at: createdAt(now) };
  tx.write(insertClient, {
    ...row,
    ...detailValues(businessId, details),
    business_id: businessId,
    created_by: createdBy,
  });
  const record = clientRecord(row, fields, NO_APPOINTMENTS);
  publishClientEvent(tx, businessId, business.webhook_payload, { type: "client.created", at: now, record });
  return isMasked ? maskContacts(record) : record;
}
