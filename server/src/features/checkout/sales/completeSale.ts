import { takesTime } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { appointmentSale } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { returnToStock, type SoldProduct, takeFromStock } from "../products/index.ts";
import { issueEntitlement, withdrawIssued } from "../wallet/index.ts";
import { isIssued } from "./draftLines.ts";
import type { LockedSale } from "./lockSale.ts";
import { readSaleRow } from "./readSales.ts";
import { publishCompleted, saleRecord } from "./saleRecord.ts";
import type { SaleRecord } from "./schema.ts";
import { completeSaleRow, type LineRow, takeReceiptNumber, touchSale } from "./store.ts";

/** A sale after a payment, and the codes of the sold gift cards by line id. Only the hashes of the codes are stored. */
export interface SaleAfterPayment {
  readonly sale: SaleRecord;
  readonly codes: ReadonlyMap<string, string>;
}

/**
 * Updates a locked sale after its payments changed. When the sale is paid in full, completes the sale and its appointment,
 * issues entitlements and takes the sold products from the stock. An appointment that was cancelled or missed before the
 * payment arrived keeps its status. Publishes events in this order: appointment.completed, the events of `publishPayments`,
 * sale.completed.
 */
export async function paymentsChanged(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { row, lockedAppointment }: LockedSale,
  change: {
    /** Whether nothing is due and no payment is pending. */
    readonly isPaid: boolean;
    readonly publishPayments: () => void;
    readonly now: number;
  },
): Promise<SaleAfterPayment> {
  const { businessId } = snapshot;
  const { isPaid, publishPayments, now } = change;
  const isCompleting = row.status === "open" && isPaid;
  if (!isCompleting) {
    tx.write(touchSale, { business_id: businessId, id: row.id, updated_at: now });
    publishPayments();
    return { sale: saleRecord(await readSaleRow(tx, businessId, row.id)), codes: new Map() };
  }
  if (lockedAppointment !== null && takesTime(lockedAppointment.appointment.status))
    appointmentSale.complete(tx, snapshot, lockedAppointment, now);
  const codes = await issueLines(tx, businessId, row, now);
  await takeFromStock(tx, businessId, { saleId: row.id, sold: soldProducts(row), now });
  const completed = { status: "completed", completed_at: now, updated_at: now } as const;
  // Locks the receipt counter last: from this statement to the commit, no other sale of the business can be completed.
  const [receipt] = await tx.query(takeReceiptNumber, { businessId });
  const receipt_number = receipt?.last_number ?? null;
  tx.write(completeSaleRow, { business_id: businessId, id: row.id, ...completed, receipt_number });
  publishPayments();
  const sale = saleRecord(await readSaleRow(tx, businessId, row.id));
  publishCompleted(tx, businessId, snapshot.webhookPayload, { record: sale, at: now });
  return { sale, codes };
}

/**
 * Once refunds have returned all payments of a completed sale, withdraws the unused part of its entitlements and returns its
 * products to the stock.
 */
export async function withdrawIfRefunded(
  tx: Transaction,
  businessId: string,
  refund: { readonly saleId: string; readonly refundId: string; readonly now: number },
): Promise<void> {
  const { status, kept_amount } = await readSaleRow(tx, businessId, refund.saleId);
  if (status !== "completed" || kept_amount > 0) return;
  await withdrawIssued(tx, businessId, refund);
  await returnToStock(tx, businessId, refund);
}

function soldProducts({ lines }: LockedSale["row"]): SoldProduct[] {
  return lines.flatMap(({ id: lineId, product_id: productId, quantity }) =>
    productId === null ? [] : [{ lineId, productId, quantity }],
  );
}

async function issueLines(
  tx: Transaction,
  businessId: string,
  row: LockedSale["row"],
  now: number,
): Promise<Map<string, string>> {
  const codes = new Map<string, string>();
  for (const line of row.lines) {
    if (!isIssued(line.kind)) continue;
    for (let each = 0; each < line.quantity; each++) {
      const { code } = await issueEntitlement(tx, businessId, issueOf(line, line.kind, row, now));
      if (code !== null) codes.set(line.id, code);
    }
  }
  return codes;
}

function issueOf(
  line: LineRow,
  kind: "package" | "membership" | "gift_card",
  sale: LockedSale["row"],
  now: number,
): Parameters<typeof issueEntitlement>[2] {
  const { id: saleLineId, prepaid_product_id: productId, unit_amount: amountMinor } = line;
  const { id: saleId, client_id: clientId } = sale;
  if (kind === "gift_card") return { kind, saleId, saleLineId, now, productId, amountMinor, clientId };
  if (productId === null || clientId === null)
    throw new Error(`A ${kind} of sale ${saleId} has no prepaid product or no client.`);
  return { kind, saleId, saleLineId, now, productId, clientId };
}
