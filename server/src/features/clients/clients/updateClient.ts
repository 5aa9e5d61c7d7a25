import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, notFound, refuseIf } from "../../../kernel/errors.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { applyChanges, changedFields, detailValues } from "./clientDetails.ts";
import { type ClientRow, clientRecords } from "./clientRecord.ts";
import { ignoreMaskedContacts, maskContacts, masksContacts } from "./contactMasking.ts";
import { publishClientEvent } from "./events.ts";
import { lockFieldsForAnswers } from "./lockFieldsForAnswers.ts";
import { assertOwnClient } from "./readClients.ts";
import type { ClientChanges, ClientRecord } from "./schema.ts";
import { findWebhookPayload, lockClient, updateClientRow } from "./store.ts";

export interface ClientUpdate {
  readonly businessId: string;
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The versions the caller accepts, or null when any will do. */
  readonly ifMatch: IfMatch;
  readonly change: ClientChanges;
  /** The staff member whose own client it must be; null where any may be changed. */
  readonly own?: OwnOnly | null;
}

/**
 * Changes a client file and emits `client.updated`; a change that changes nothing keeps the version and emits nothing.
 * Changes of one client take turns, so none is lost. Throws `not_found`, `version_mismatch` and `validation_failed`,
 * in this order (contract §1).
 */
export async function updateClient(tx: Transaction, changing: ClientUpdate): Promise<ClientRecord> {
  const { businessId, clientId, now, ifMatch } = changing;
  const own = changing.own ?? null;
  const [[before], fields, [business], isHidden] = await Promise.all([
    tx.query(lockClient, [businessId, clientId]),
    lockFieldsForAnswers(tx, businessId, changing.change.custom_fields),
    tx.query(findWebhookPayload, [businessId]),
    masksContacts(tx, businessId, own),
  ]);
  if (before === undefined || business === undefined) throw notFound();
  await assertOwnClient(tx, businessId, clientId, own);
  if (isStale(ifMatch, before.version)) throw versionMismatch(before.version);
  const seen = (record: ClientRecord) => (isHidden ? maskContacts(record) : record);
  const change = isHidden ? ignoreMaskedContacts(changing.change) : changing.change;
  const { file, problems } = applyChanges(before, change, fields, now);
  refuseIf(problems);
  const changed = changedFields(before, file);
  if (changed.length === 0) return seen(await readRecord(tx, businessId, before, now));
  const values = [businessId, clientId, ...detailValues(businessId, file), new Date(now)];
  const [after] = await tx.query(updateClientRow, values);
  if (after === undefined) throw new Error("A locked client was not there to be changed.");
  const record = await readRecord(tx, businessId, after, now);
  publishClientEvent(tx, businessId, business.webhook_payload, {
    type: "client.updated",
    at: now,
    record,
    changed,
  });
  return seen(record);
}

/** The ending of a change or deletion by somebody who has not seen the client as they are now. */
export function versionMismatch(version: number): ApiError {
  return new ApiError("version_mismatch", `The client has been changed; it is at version ${version}.`, {
    version,
  });
}

/** The record of a row. */
export async function readRecord(
  tx: Transaction,
  businessId: string,
  row: ClientRow,
  now: number,
): Promise<ClientRecord> {
  const [record] = await clientRecords(tx, businessId, [row], now);
  if (record === undefined) throw new Error("A client without a record.");
  return record;
}
