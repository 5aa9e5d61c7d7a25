import type { Transaction } from "../../../platform/database/index.ts";
import { moveEmails } from "../../../platform/email/index.ts";
import { clientWaitlist } from "../../booking/waitlist/index.ts";
import { clientPayments } from "../../checkout/payments/index.ts";
import { clientSales } from "../../checkout/sales/index.ts";
import { moveEntitlements } from "../../checkout/wallet/index.ts";
import { clientAppointments } from "../../scheduling/appointments/index.ts";
import { clientImports } from "../../transfer/imports/index.ts";
import { clientDetails } from "../clients/index.ts";
import { moveForms } from "../forms/index.ts";
import { moveNotes } from "../notes/index.ts";
import { movePhotos } from "../photos/index.ts";

/**
 * Merges two clients who are the same person and returns the record of the remaining client. All records of the other client,
 * such as appointments, forms, sales and the wallet, move to the remaining client, and the other client is deleted. A merge
 * cannot be undone. Throws the errors of `clientDetails.merge`.
 */
export function mergeClients(
  tx: Transaction,
  merge: Parameters<typeof clientDetails.merge>[1],
): ReturnType<typeof clientDetails.merge> {
  const { businessId, now } = merge;
  return clientDetails.merge(tx, merge, async (fromClientId, toClientId) => {
    await clientAppointments.move(tx, businessId, { fromClientId, toClientId, now });
    clientWaitlist.move(tx, businessId, fromClientId, toClientId);
    moveForms(tx, businessId, fromClientId, toClientId);
    moveNotes(tx, businessId, fromClientId, toClientId);
    clientImports.move(tx, businessId, fromClientId, toClientId);
    movePhotos(tx, businessId, fromClientId, toClientId);
    // Sales are moved before the wallet, because a concurrent transaction that completes a sale adds entitlements to the wallet.
    clientSales.moveSales(tx, businessId, fromClientId, toClientId);
    clientPayments.movePayments(tx, businessId, fromClientId, toClientId);
    clientPayments.moveCardsOf(tx, businessId, fromClientId, toClientId);
    await moveEntitlements(tx, businessId, fromClientId, toClientId, now);
    moveEmails(tx, businessId, fromClientId, toClientId);
  });
}
