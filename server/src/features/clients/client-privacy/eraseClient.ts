import { notFound } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { deleteEmailsOf } from "../../../platform/email/index.ts";
import { refusalBody } from "../../../platform/http/sendError.ts";
import { replaceStoredResponses } from "../../../platform/idempotency/index.ts";
import { eraseEventsOf } from "../../../platform/outbox/clientEvents.ts";
import { endVisitorsOf } from "../../booking/visitors/index.ts";
import { clientWaitlist } from "../../booking/waitlist/index.ts";
import { eraseClientEntries } from "../../business/audit-log/index.ts";
import { clientPayments } from "../../checkout/payments/index.ts";
import { eraseWalletNotesOf } from "../../checkout/wallet/index.ts";
import { clientAppointments } from "../../scheduling/appointments/index.ts";
import { clientImports } from "../../transfer/imports/index.ts";
import { eraseAnswersAbout } from "../../webhooks/index.ts";
import { clientDetails } from "../clients/index.ts";
import { eraseForms } from "../forms/index.ts";
import { eraseNotesOf } from "../notes/index.ts";
import { erasePhotosOf } from "../photos/index.ts";
import { listResponsePartitions, lockSales } from "./store.ts";

/**
 * Erases all personal data of a deleted client and of the clients who were merged into this client (contract §9). Appointments,
 * sales, payments and wallets remain without a reference to a person; a gift card remains valid for the holder of its code.
 * Returns whether anything was erased: false for a client who is not deleted or is already erased.
 *
 * For a client who was merged into another client, only the details in the client's own row are erased: the person is still a
 * client, and all other records belong to the remaining client.
 */
export async function eraseClient(
  tx: Transaction,
  erasure: Parameters<typeof clientDetails.erase>[1],
): Promise<boolean> {
  const { businessId, clientId, now } = erasure;
  const erased = await clientDetails.erase(tx, erasure, async (clientIds) => {
    const partitions = await tx.query(listResponsePartitions, { businessId, clientIds });
    await clientAppointments.eraseNotes(tx, businessId, clientId, now);
    endVisitorsOf(tx, businessId, clientIds);
    await clientWaitlist.erase(tx, businessId, clientIds, now);
    await tx.query(lockSales, { businessId, clientId });
    eraseForms(tx, businessId, clientId);
    eraseNotesOf(tx, businessId, clientId);
    clientImports.erase(tx, businessId, clientIds);
    erasePhotosOf(tx, businessId, clientId, now);
    clientPayments.erasePaymentNotesOf(tx, businessId, clientId);
    clientPayments.eraseCardsOf(tx, businessId, clientIds, now);
    eraseAnswersAbout(tx, businessId, clientIds);
    eraseWalletNotesOf(tx, businessId, clientId);
    await eraseEventsOf(tx, businessId, clientIds);
    deleteEmailsOf(tx, businessId, clientIds);
    replaceStoredResponses(tx, {
      partitionIds: [businessId, ...partitions.map(({ partition_id }) => partition_id)],
      mentioning: clientIds,
      by: NOT_FOUND_RESPONSE,
    });
  });
  if (erased === undefined) return false;
  // Erases the audit log entries last, because the writes above add the old values to the audit log.
  if (!erased.isMerged) for (const id of erased.clientIds) eraseClientEntries(tx, businessId, id, now);
  return true;
}

/**
 * The response that replaces each stored response of an idempotent request if the stored response contains the client's data.
 */
const NOT_FOUND_RESPONSE = { status: notFound().status, body: refusalBody(notFound()), version: null };
