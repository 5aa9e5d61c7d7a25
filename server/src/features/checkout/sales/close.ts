import { takesTime } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { completeBySale } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/calendar/index.ts";
import { type PaymentRecord, paymentRecord, paymentsOfSale, tellOfPayment } from "../payments/index.ts";
import { issueHolding } from "../wallet/index.ts";
import { isIssued } from "./draftLines.ts";
import { dueMinor, type OpenSale } from "./openToPay.ts";
import { readSaleRow } from "./readSales.ts";
import { saleRecord, tellOfSale } from "./saleRecord.ts";
import type { SaleRecord } from "./schema.ts";
import { completeSaleRow, type LineRow, touchSale } from "./store.ts";

/** What a sale has come to. */
export interface Paid {
  readonly sale: SaleRecord;
  /** The payments that were taken now. */
  readonly payments: readonly PaymentRecord[];
  /** Codes of gift cards by the line that sold them: to be shown now, they are not kept. */
  readonly codes: ReadonlyMap<string, string>;
}

/**
 * Looks at what an open sale has been paid, behind its lock, and closes it when that is all of it and nothing is on its
 * way any more. `takenIds` are the payments that have succeeded now: subscribers hear of them either way.
 */
export async function closeWhenPaid(
  tx: Transaction,
  setup: SchedulingSnapshot,
  open: OpenSale,
  { takenIds, now }: { readonly takenIds: readonly string[]; readonly now: number },
): Promise<Paid> {
  const { businessId } = setup;
  const { row } = open;
  const rows = await paymentsOfSale(tx, businessId, row.id);
  const payments = rows.filter(({ id }) => takenIds.includes(id)).map(paymentRecord);
  const isPaid = dueMinor({ row, payments: rows }) === 0 && rows.every(({ status }) => status !== "pending");
  if (row.status === "open" && isPaid) return close(tx, setup, open, { payments, now });
  tx.write(touchSale, [businessId, row.id, new Date(now)]);
  tellAll(tx, setup, payments, now);
  return { sale: saleRecord(await readSaleRow(tx, businessId, row.id)), payments, codes: new Map() };
}

/**
 * Closes a sale that is paid in full: its visit is completed, what was sold for later goes into wallets, and
 * subscribers hear of it in this order: appointment.completed, payment.succeeded of each payment that was taken now,
 * sale.completed. A visit that was cancelled or missed before the money came stays what it is: the business keeps what
 * was paid, or gives it back.
 */
async function close(
  tx: Transaction,
  setup: SchedulingSnapshot,
  { row, visit }: OpenSale,
  { payments, now }: { readonly payments: readonly PaymentRecord[]; readonly now: number },
): Promise<Paid> {
  const { businessId, webhookPayload } = setup;
  if (visit !== null && takesTime(visit.appointment.status)) completeBySale(tx, setup, visit, now);
  const codes = new Map<string, string>();
  for (const line of row.lines) {
    if (!isIssued(line.kind)) continue;
    for (let each = 0; each < line.quantity; each++) {
      const { code } = await issueHolding(tx, businessId, issueOf(line, line.kind, row, now));
      if (code !== null) codes.set(line.id, code);
    }
  }
  tx.write(completeSaleRow, [businessId, row.id, new Date(now)]);
  tellAll(tx, setup, payments, now);
  const sale = saleRecord(await readSaleRow(tx, businessId, row.id));
  tellOfSale(tx, businessId, webhookPayload, { record: sale, at: now });
  return { sale, payments, codes };
}

/** Tells subscribers of payments that were taken. */
function tellAll(
  tx: Transaction,
  { businessId, webhookPayload }: SchedulingSnapshot,
  records: readonly PaymentRecord[],
  at: number,
): void {
  for (const record of records)
    tellOfPayment(tx, businessId, webhookPayload, { type: "payment.succeeded", at, record });
}

function issueOf(
  line: LineRow,
  kind: "package" | "membership" | "gift_card",
  sale: OpenSale["row"],
  now: number,
): Parameters<typeof issueHolding>[2] {
  const { prepaid_product_id: offerId, unit_amount: amountMinor } = line;
  const { id: saleId, client_id: clientId } = sale;
  if (kind === "gift_card") return { kind, saleId, now, offerId, amountMinor, clientId };
  if (offerId === null || clientId === null) throw new Error(`A ${kind} of sale ${saleId} is nobody's.`);
  return { kind, saleId, now, offerId, clientId };
}
