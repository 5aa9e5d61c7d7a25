import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, notFound, refuseIf } from "../../../kernel/errors.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { applyChanges, type ClientDetails, changedFields, detailValues } from "./clientDetails.ts";
import { lockFieldsForAnswers } from "./clientFields.ts";
import { type ClientRow, clientRecords } from "./clientRecord.ts";
import { maskContacts, maskedChanges, masksContacts } from "./contactMasking.ts";
import { publishClientEvent } from "./events.ts";
import { assertOwnClient } from "./readClients.ts";
import type { ClientChanges, ClientRecord } from "./schema.ts";
import { findWebhookPayload, lockClient, updateClientRow } from "./store.ts";

export interface ClientUpdate {
  readonly businessId: string;
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The versions that the caller accepts, or null to accept any. */
  readonly ifMatch: IfMatch;
  readonly changes: ClientChanges;
  /** If set, the client must be one of this staff member's own clients. Null means no restriction. */
  readonly own?: OwnOnly | null;
}

/**
 * Updates a client and publishes `client.updated`. If no value differs, keeps the version and publishes nothing, unless the request
 * contains a contact that is masked for the caller. Concurrent updates of one client run one after another. Checks in this order and throws
 * the first error: `not_found`, `version_mismatch`, `validation_failed` (contract §1).
 */
export async function updateClient(tx: Transaction, update: ClientUpdate): Promise<ClientRecord> {
  const { businessId, clientId, now, ifMatch } = update;
  const own = update.own ?? null;
  const [[before], fields, [business], isMasked, changedAt] = await Promise.all([
    tx.query(lockClient, { businessId, clientId }),
    lockFieldsForAnswers(tx, businessId, update.changes.custom_fields),
    tx.query(findWebhookPayload, { businessId }),
    masksContacts(tx, businessId, own),
    updateTime(tx),
  ]);
  if (before === undefined || business === undefined) throw notFound();
  await assertOwnClient(tx, businessId, clientId, own);
  if (isStale(ifMatch, before.version)) throw versionMismatch(before.version);
  const { changes, rewritten } = isMasked
    ? maskedChanges(update.changes)
    : { changes: update.changes, rewritten: [] };
  const { details, problems } = applyChanges(before, changes, fields, now);
  refuseIf(problems);
  const updatedAt = changedAt(now, before.updated_at);
  const { row, changed } = writeDetails(tx, businessId, before, details, updatedAt, rewritten);
  const record = await readRecord(tx, businessId, row, now);
  if (changed.length > 0)
    publishClientEvent(tx, businessId, business.webhook_payload, {
      type: "client.updated",
      at: now,
      record,
      changed,
    });
  return isMasked ? maskContacts(record) : record;
}

/**
 * Writes the details of a locked client if any of them differs, and returns the resulting row and the names of the changed
 * fields. The fields in `rewritten` count as changed, even with the same value.
 */
export function writeDetails(
  tx: Transaction,
  businessId: string,
  before: ClientRow,
  details: ClientDetails,
  updatedAt: number,
  rewritten: readonly string[] = [],
): { row: ClientRow; changed: string[] } {
  const changed = [...new Set([...changedFields(before, details), ...rewritten])];
  if (changed.length === 0) return { row: before, changed };
  const row = { ...before, ...details, version: before.version + 1, updated_at: updatedAt };
  tx.write(updateClientRow, { ...row, ...detailValues(businessId, details), business_id: businessId });
  return { row, changed };
}

export function versionMismatch(version: number): ApiError {
  return new ApiError(
    "version_mismatch",
    `The client has changed since you read it. Read it again: the current version is ${version}.`,
    {
      version,
    },
  );
}

export async function readRecord(
  tx: Transaction,
  businessId: string,
  row: ClientRow,
  now: number,
): Promise<ClientRecord> {
  const [record] = await clientRecords(tx, businessId, [row], now);
  if (record === undefined) throw new Error("The updated client row was not converted to a record.");
  return record;
}
