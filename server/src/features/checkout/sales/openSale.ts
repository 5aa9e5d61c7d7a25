import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { applyToLocked } from "../promotions/index.ts";
import { isIssued } from "./draftLines.ts";
import { draftSale, type SaleDraft, type SaleOpening } from "./draftSale.ts";
import type { LockedSale } from "./lockSale.ts";
import { readSaleRow } from "./readSales.ts";
import { writeSaleTaxes } from "./saleTaxes.ts";
import { insertLines, insertSale, type NewLine } from "./store.ts";
import { amountsOf, linesOfPromotion } from "./totals.ts";

/**
 * Opens a sale of an appointment's items, of additional lines, or of both. The caller takes the payments. Throws the errors of
 * `draftSale`.
 */
export async function openSale(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  opening: SaleOpening,
): Promise<LockedSale> {
  const { businessId } = snapshot;
  const { input, now } = opening;
  const draft = await draftSale(tx, snapshot, opening);
  const { lockedAppointment } = draft;
  const saleId = newId();
  write(tx, snapshot, saleId, draft, now);
  const promoted =
    lockedAppointment !== null && input.promotion_id !== undefined
      ? await applyToLocked(tx, snapshot, lockedAppointment, { promotionId: input.promotion_id, now })
      : lockedAppointment;
  return { row: await readSaleRow(tx, businessId, saleId), lockedAppointment: promoted };
}

function write(
  tx: Transaction,
  { businessId, currency }: SchedulingSnapshot,
  saleId: string,
  draft: SaleDraft,
  now: number,
): void {
  const { promotion, totals } = draft;
  tx.write(insertSale, {
    business_id: businessId,
    id: saleId,
    location_id: draft.locationId,
    client_id: draft.clientId,
    appointment_id: draft.lockedAppointment?.appointment.id ?? null,
    kind: "sale",
    status: "open",
    currency,
    promotion_id: promotion?.promotionId ?? null,
    ...amountsOf(totals),
    tip_amount: draft.tipMinor,
    completed_at: null,
    voided_at: null,
    receipt_number: null,
    created_at: now,
    updated_at: now,
  });
  tx.write(insertLines, { rows: linesOfDraft(businessId, saleId, draft) });
  writeSaleTaxes(tx, businessId, saleId, draft.taxTerms, totals.taxes);
}

/** Converts the lines of a draft to rows. The line of the promotion is last. */
export function linesOfDraft(
  businessId: string,
  saleId: string,
  { lines, promotion, totals }: SaleDraft,
): NewLine[] {
  const rows: NewLine[] = lines.map((line, index) => ({
    business_id: businessId,
    sale_id: saleId,
    id: newId(),
    position: index + 1,
    kind: line.kind,
    description: line.description,
    quantity: line.quantity,
    unit_amount: line.kind === "discount" ? -line.unitMinor : line.unitMinor,
    total_amount: totals.lines[index]?.totalMinor ?? 0,
    discounted_amount: totals.lines[index]?.discountedMinor ?? 0,
    service_id: line.serviceId,
    prepaid_product_id: isIssued(line.kind) ? line.prepaidProductId : null,
    staff_id: line.staffId,
    item_id: line.itemId,
    promotion_id: null,
    tax_rate_id: line.taxRateId,
    tax_amount: totals.lines[index]?.taxMinor ?? 0,
    redeemed: false,
    product_id: line.productId,
  }));
  const position = rows.length + 1;
  return [...rows, ...linesOfPromotion({ businessId, saleId, position }, promotion, totals)];
}
