import { invalid, notFound, refuseIf } from "../../../kernel/errors.ts";
import type { WebhookPayload } from "../../../kernel/events.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type ClientDetails, changedFields, detailValues } from "./clientDetails.ts";
import type { ClientRow } from "./clientRecord.ts";
import { publishClientDeletion, publishClientEvent } from "./events.ts";
import type { ClientRecord } from "./schema.ts";
import { findPayload, lockFiles, markMerged, updateClientRow } from "./store.ts";
import { readRecord, versionMismatch } from "./updateClient.ts";

/** Two files of one person, locked as for a deletion: nothing is written for either meanwhile. */
export interface OpenFiles {
  readonly businessId: string;
  readonly payload: WebhookPayload;
  readonly into: ClientRow;
  readonly from: ClientRow;
  /** What the one file will say. */
  readonly file: ClientDetails;
}

export interface FileMerge {
  readonly businessId: string;
  readonly clientId: string;
  readonly fromClientId: string;
  /** The version of the file that stays as the caller has seen it, or null when it does not matter to them. */
  readonly ifMatch: IfMatch;
}

/**
 * Locks two files that are to be one. Throws `not_found`, `version_mismatch`, and `validation_failed` for a file that is
 * not there, is the same one, or whose alert would have to be cut.
 */
export async function openFiles(tx: Transaction, merge: FileMerge): Promise<OpenFiles> {
  const { businessId, clientId, ifMatch } = merge;
  const fromClientId = merge.fromClientId.toLowerCase();
  const [rows, [business]] = await Promise.all([
    tx.query(lockFiles, [businessId, [clientId, fromClientId]]),
    tx.query(findPayload, [businessId]),
  ]);
  const into = rows.find(({ id }) => id === clientId);
  if (into === undefined || business === undefined) throw notFound();
  if (isStale(ifMatch, into.version)) throw versionMismatch(into.version);
  const problem = (message: string) => invalid({ path: "/from_client_id", message });
  if (fromClientId === clientId) throw problem("must be another client");
  const from = rows.find(({ id }) => id === fromClientId);
  if (from === undefined) throw problem("is not a client of this business");
  const alert = joinedAlert(into.alert, from.alert);
  if (alert !== null && [...alert].length > MOST_ALERT)
    refuseIf([
      {
        path: "/from_client_id",
        message: `has an alert that does not fit beside the other one into ${MOST_ALERT} characters: shorten one of them first`,
      },
    ]);
  return { businessId, payload: business.webhook_payload, into, from, file: joinedFile(into, from, alert) };
}

/**
 * Makes one of two files, once everything that hangs on them is in the one that stays: fills what that one does not say,
 * deletes the other, and emits `client.updated` for each of them that changed (contract §7). Answers the one that stays.
 */
export async function joinFiles(tx: Transaction, files: OpenFiles, now: number): Promise<ClientRecord> {
  const { businessId, payload, into, from, file } = files;
  const changed = changedFields(into, file);
  let row = into;
  if (changed.length > 0) {
    const values = [businessId, into.id, ...detailValues(businessId, file), new Date(now)];
    const [after] = await tx.query(updateClientRow, values);
    if (after === undefined) throw new Error("A locked client was not there to be changed.");
    row = after;
  }
  const record = await readRecord(tx, businessId, row, now);
  tx.write(markMerged, [businessId, from.id, into.id, new Date(now)]);
  if (changed.length > 0)
    publishClientEvent(tx, businessId, payload, { type: "client.updated", at: now, record, changed });
  publishClientDeletion(tx, businessId, payload, { clientId: from.id, at: now, mergedIntoId: into.id });
  return record;
}

/** Longest alert, in characters (spec §8). */
const MOST_ALERT = 200;

/**
 * Both: what warns of an allergy is never cut, nor left out because the other file warns of something else. What both
 * say is said once; that one text stands in the other is not enough, for coconuts are not nuts.
 */
function joinedAlert(into: string | null, from: string | null): string | null {
  if (into === null || from === null) return into ?? from;
  return [...new Set([into, from].flatMap((alert) => alert.split(BETWEEN_ALERTS)))].join(BETWEEN_ALERTS);
}

const BETWEEN_ALERTS = "; ";

function joinedFile(into: ClientDetails, from: ClientDetails, alert: string | null): ClientDetails {
  return {
    first_name: into.first_name,
    last_name: into.last_name ?? from.last_name,
    email: into.email ?? from.email,
    phone_e164: into.phone_e164 ?? from.phone_e164,
    alert,
    custom_fields: { ...from.custom_fields, ...into.custom_fields },
    online_booking_blocked_at: of(Math.min, into.online_booking_blocked_at, from.online_booking_blocked_at),
    // Dates sort as text.
    patch_test_at: of(
      (...days: string[]) => days.sort().at(-1) ?? null,
      into.patch_test_at,
      from.patch_test_at,
    ),
  };
}

/** What is made of both values, or the one there is. */
function of<T>(choose: (one: T, other: T) => T | null, one: T | null, other: T | null): T | null {
  return one === null || other === null ? (one ?? other) : choose(one, other);
}
