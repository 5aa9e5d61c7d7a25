import { pagesOfClient, type Reader, type Transaction } from "../../../platform/database/index.ts";

export { eraseCardsOf, exportCards, moveCardsOf, removeCardsOf } from "./saved-cards/clientCards.ts";
export { ExportedCard } from "./saved-cards/schema.ts";

import { paymentRecord } from "./paymentRecord.ts";
import { eraseReasons } from "./refundStore.ts";
import type { PaymentRecord } from "./schema.ts";
import { eraseReferences, listPaymentsOfClient, movePaymentRows } from "./store.ts";

/** A payment with the reference that a staff member entered. */
export type ExportedPayment = PaymentRecord & { readonly reference: string | null };

/** Yields all payments of a client for the export of the client's data, oldest first, in pages. */
export async function* exportPayments(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<ExportedPayment[]> {
  const pages = pagesOfClient(reader, listPaymentsOfClient, { businessId, clientId }, (row) => [
    row.created_at,
    row.id,
  ]);
  for await (const page of pages)
    yield page.map((row) => ({ ...paymentRecord(row), reference: row.reference }));
}

/** Moves the payments of a merged client to the remaining client. Both clients must be locked. */
export function movePayments(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(movePaymentRows, { businessId, fromClientId: fromId, toClientId: toId });
}

/** Erases the payment references and refund reasons of a client. Amounts and methods remain, because the bookkeeping needs them. */
export function erasePaymentNotesOf(tx: Transaction, businessId: string, clientId: string): void {
  tx.write(eraseReasons, { businessId, clientId });
  tx.write(eraseReferences, { businessId, clientId });
}
