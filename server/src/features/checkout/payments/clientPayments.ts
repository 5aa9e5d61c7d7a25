import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { paymentRecord } from "./paymentRecord.ts";
import { eraseReasons } from "./refundStore.ts";
import type { PaymentRecord } from "./schema.ts";
import { eraseReferences, listPaymentsOfClient, movePaymentRows } from "./store.ts";

/** A payment with the reference that staff noted. */
export type ExportedPayment = PaymentRecord & { readonly reference: string | null };

/** All payments of a client, oldest first, for the export of their data. */
export async function exportPayments(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<ExportedPayment[]> {
  const rows = await reader.query(listPaymentsOfClient, { businessId, clientId });
  return rows.map((row) => ({ ...paymentRecord(row), reference: row.reference }));
}

/** Moves the payments of one client to the client they are merged into. Both must be locked. */
export function movePayments(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(movePaymentRows, { businessId, fromClientId: fromId, toClientId: toId });
}

/** Erases payment references and refund reasons of a client. Amounts and methods stay: the books must add up. */
export function erasePaymentNotesOf(tx: Transaction, businessId: string, clientId: string): void {
  tx.write(eraseReasons, { businessId, clientId });
  tx.write(eraseReferences, { businessId, clientId });
}
