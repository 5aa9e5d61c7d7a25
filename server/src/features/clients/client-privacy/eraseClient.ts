import { notFound } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { refusalBody } from "../../../platform/http/failure.ts";
import { replaceAnswers } from "../../../platform/idempotency/index.ts";
import { emptyEventsOf } from "../../../platform/outbox/ofClient.ts";
import { eraseAuditOf } from "../../business/audit-log/index.ts";
import { erasePaymentNotesOf } from "../../checkout/payments/index.ts";
import { eraseAppointmentNotes } from "../../scheduling/appointments/index.ts";
import { emptyFile, openDeletedFile } from "../clients/index.ts";
import { eraseForms } from "../forms/index.ts";
import { erasePhotosOf } from "../photos/index.ts";
import { deleteMails, listAnswerHomes, lockSales } from "./store.ts";

export interface Erasure {
  readonly businessId: string;
  readonly clientId: string;
  /** Under which the contacts of somebody who is blocked online stay known (`contactKey`). */
  readonly contactKey: Buffer;
  readonly now: number;
}

/**
 * Empties everything that is known of a deleted client (contract §9), also of files that have become part of theirs.
 * Visits, sales, payments and wallets stay, of nobody; a gift card is still good for whoever has its code. Answers
 * whether there was anything to do: a client who is not deleted, or erased already, stays as they are.
 *
 * A file that has become part of another is emptied alone: its person is still a client, and what hung on it is theirs.
 */
export async function eraseClient(tx: Transaction, erasure: Erasure): Promise<boolean> {
  const { businessId, clientId, now } = erasure;
  const file = await openDeletedFile(tx, businessId, clientId);
  if (file === undefined) return false;
  if (!file.isMerged) {
    const homes = await tx.query(listAnswerHomes, [businessId, file.fileIds]);
    await eraseAppointmentNotes(tx, businessId, clientId, now);
    await tx.query(lockSales, [businessId, clientId]);
    eraseForms(tx, businessId, clientId);
    erasePhotosOf(tx, businessId, clientId, now);
    erasePaymentNotesOf(tx, businessId, clientId);
    emptyEventsOf(tx, businessId, file.fileIds);
    tx.write(deleteMails, [businessId, file.fileIds]);
    replaceAnswers(tx, {
      homeIds: [businessId, ...homes.map(({ partition_id }) => partition_id)],
      mentioning: file.fileIds,
      by: { ...GONE, version: null },
    });
  }
  await emptyFile(tx, file, erasure);
  // Last: what is written above is logged too, with what it was before.
  if (!file.isMerged) for (const id of file.fileIds) eraseAuditOf(tx, businessId, id, now);
  return true;
}

/** What is answered from now on in the place of answers that told of the client. */
const GONE = { status: notFound().status, body: refusalBody(notFound()) };
