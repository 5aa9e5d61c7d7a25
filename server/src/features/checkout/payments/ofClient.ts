import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { paymentRecord } from "./paymentRecord.ts";
import { eraseReasons } from "./refundStore.ts";
import type { PaymentRecord } from "./schema.ts";
import { eraseReferences, listPaymentsOfClient } from "./store.ts";

/** A payment with what the till wrote down for it. */
export type ExportedPayment = PaymentRecord & { readonly reference: string | null };

/** Everything that a client paid, oldest first: for whoever asks what is known of them. */
export async function exportPayments(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<ExportedPayment[]> {
  const rows = await reader.query(listPaymentsOfClient, [businessId, clientId]);
  return rows.map((row) => ({ ...paymentRecord(row), reference: row.reference }));
}

/**
 * Empties what was noted for a client's payments and why money was given back, because they are erased. Amounts and methods
 * stay: the books must add up.
 */
export function erasePaymentNotesOf(tx: Transaction, businessId: string, clientId: string): void {
  tx.write(eraseReasons, [businessId, clientId]);
  tx.write(eraseReferences, [businessId, clientId]);
}
