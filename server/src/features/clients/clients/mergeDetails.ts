import { invalid, notFound } from "../../../kernel/errors.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { type ClientDetails, clientTextsBy } from "./clientDetails.ts";
import type { ClientRow } from "./clientRecord.ts";
import { publishClientDeletion, publishClientEvent } from "./events.ts";
import { lockClientsForMerge, markMerged } from "./privacyStore.ts";
import type { ClientRecord } from "./schema.ts";
import { findWebhookPayload } from "./store.ts";
import { readRecord, versionMismatch, writeDetails } from "./updateClient.ts";

export interface ClientMerge {
  readonly businessId: string;
  /** The id of the remaining client. */
  readonly clientId: string;
  /** The id of the client to delete. */
  readonly fromClientId: string;
  /** The versions of the remaining client that the caller accepts, or null to accept any. */
  readonly ifMatch: IfMatch;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Merges two clients who are the same person and returns the remaining client's record. Fills the empty fields of the remaining
 * client from the other client, deletes the other client and publishes `client.updated` for each changed client (contract §7).
 * `moveRecords` moves the records of other features. Before this callback runs, both rows are locked as for a deletion. A
 * concurrent transaction that writes records of the other client therefore either commits before the move, so that its records
 * are moved too, or waits for the lock and then finds that the client is deleted. Throws `not_found` for an unknown or deleted
 * client, `version_mismatch` for a version that the caller does not accept, and `validation_failed` if the other client does
 * not exist or is the same client, or if the joined alert would be too long.
 */
export async function mergeDetails(
  tx: Transaction,
  merge: ClientMerge,
  moveRecords: (fromClientId: string, toClientId: string) => Promise<void>,
): Promise<ClientRecord> {
  const { businessId, clientId, ifMatch, now } = merge;
  const fromClientId = merge.fromClientId.toLowerCase();
  const [rows, [business], changedAt] = await Promise.all([
    tx.query(lockClientsForMerge, { businessId, clientIds: [clientId, fromClientId] }),
    tx.query(findWebhookPayload, { businessId }),
    updateTime(tx),
  ]);
  const into = rows.find(({ id }) => id === clientId);
  if (into === undefined || business === undefined) throw notFound();
  if (isStale(ifMatch, into.version)) throw versionMismatch(into.version);
  const from = otherClient(rows, clientId, fromClientId);
  const details = joinedDetails(into, from);
  await moveRecords(fromClientId, clientId);

  const { row, changed } = writeDetails(tx, businessId, into, details, changedAt(now, into.updated_at));
  // The record contains counts of appointments, so the record is read after the appointments were moved.
  const record = await readRecord(tx, businessId, row, now);
  tx.write(markMerged, { businessId, fromClientId, toClientId: clientId, now });
  const payload = business.webhook_payload;
  if (changed.length > 0)
    publishClientEvent(tx, businessId, payload, { type: "client.updated", at: now, record, changed });
  publishClientDeletion(tx, businessId, payload, {
    clientId: fromClientId,
    at: now,
    mergedIntoId: clientId,
  });
  return record;
}

function otherClient(rows: readonly ClientRow[], clientId: string, fromClientId: string): ClientRow {
  if (fromClientId === clientId) throw unmergeable("must not be the client of the path");
  const from = rows.find(({ id }) => id === fromClientId);
  if (from === undefined) throw unmergeable("is not a client of this business");
  return from;
}

function unmergeable(message: string) {
  return invalid({ path: "/from_client_id", message });
}

function joinedDetails(into: ClientDetails, from: ClientDetails): ClientDetails {
  return {
    first_name: into.first_name,
    ...clientTextsBy((name) => into[name] ?? from[name]),
    alert: joinedAlert(into.alert, from.alert),
    custom_fields: { ...from.custom_fields, ...into.custom_fields },
    online_booking_blocked_at: either(
      Math.min,
      into.online_booking_blocked_at,
      from.online_booking_blocked_at,
    ),
    // ISO dates can be compared as text.
    patch_test_at: either((a, b) => (a > b ? a : b), into.patch_test_at, from.patch_test_at),
  };
}

/** Maximum length of an alert in characters (spec §8). */
const MAX_ALERT_LENGTH = 200;
const ALERT_SEPARATOR = "; ";

/**
 * Joins both alerts. Throws `validation_failed` if the result is too long, because truncating it could remove an allergy warning. Identical
 * parts appear once. A part that is contained in another part remains, because "nut" and "coconut" are different allergies.
 */
function joinedAlert(into: string | null, from: string | null): string | null {
  if (into === null || from === null) return into ?? from;
  const parts = new Set([into, from].flatMap((alert) => alert.split(ALERT_SEPARATOR)));
  const joined = [...parts].join(ALERT_SEPARATOR);
  if ([...joined].length > MAX_ALERT_LENGTH)
    throw unmergeable(
      `must be a client with a shorter alert: the joined alert of both clients has more than ${MAX_ALERT_LENGTH} characters`,
    );
  return joined;
}

/** Returns the result of `choose` for two values, or the only value that is not null. */
function either<T>(choose: (one: T, other: T) => T, one: T | null, other: T | null): T | null {
  return one === null || other === null ? (one ?? other) : choose(one, other);
}
