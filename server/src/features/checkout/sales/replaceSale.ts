import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { applyToLocked } from "../promotions/index.ts";
import { draftSale, type SaleOpening } from "./draftSale.ts";
import { type LockedSale, lockSale } from "./lockSale.ts";
import { linesOfDraft } from "./openSale.ts";
import { readSaleRow } from "./readSales.ts";
import { writeSaleTaxes } from "./saleTaxes.ts";
import { deleteLines, deleteTaxes, insertLines, replaceSaleRow, type SaleRow } from "./store.ts";
import { amountsOf } from "./totals.ts";

/**
 * Replaces the lines, client, tip and promotion of an open sale by the same rules as `openSale`. The sale keeps its id and its appointment.
 * Throws the errors of `draftSale`, `not_found` for an unknown sale, and `invalid_transition` for a fee, for a sale that is not open, and
 * for a sale with payments other than deposits, because these payments were taken for the previous lines.
 */
export async function replaceSale(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { saleId, ...opening }: SaleOpening & { readonly saleId: string },
): Promise<LockedSale> {
  const { businessId } = snapshot;
  const { input, own, now } = opening;
  const found = await readSaleRow(tx, businessId, saleId, own);
  assertEditable(found);
  if ((input.appointment_id?.toLowerCase() ?? null) !== found.appointment_id)
    throw invalid({
      path: "/appointment_id",
      message:
        found.appointment_id === null
          ? "must be absent: the sale has no appointment"
          : `must be ${found.appointment_id}, the appointment of the sale`,
    });
  const draft = await draftSale(tx, snapshot, { ...opening, replacedSaleId: saleId });
  const { lockedAppointment, promotion, totals } = draft;
  await lockSale(tx, businessId, saleId);
  assertEditable(await readSaleRow(tx, businessId, saleId));
  tx.write(deleteLines, { business_id: businessId, sale_id: saleId });
  tx.write(deleteTaxes, { business_id: businessId, sale_id: saleId });
  tx.write(insertLines, { rows: linesOfDraft(businessId, saleId, draft) });
  writeSaleTaxes(tx, businessId, saleId, draft.taxTerms, totals.taxes);
  tx.write(replaceSaleRow, {
    business_id: businessId,
    id: saleId,
    location_id: draft.locationId,
    client_id: draft.clientId,
    promotion_id: promotion?.promotionId ?? null,
    ...amountsOf(totals),
    tip_amount: draft.tipMinor,
    updated_at: now,
  });
  const promoted =
    lockedAppointment !== null && input.promotion_id !== undefined
      ? await applyToLocked(tx, snapshot, lockedAppointment, { promotionId: input.promotion_id, now })
      : lockedAppointment;
  return { row: await readSaleRow(tx, businessId, saleId), lockedAppointment: promoted };
}

function assertEditable({ kind, status, has_payments }: SaleRow): void {
  const why =
    kind === "fee"
      ? "A fee cannot be replaced. Void the sale of the fee instead."
      : status !== "open"
        ? `A sale with the status ${status} cannot be replaced. The status must be open.`
        : has_payments
          ? "A sale with payments other than deposits cannot be replaced. Void the sale and create another instead."
          : undefined;
  if (why !== undefined)
    throw new ApiError("invalid_transition", why, { from: status, to: null, allowed: [] });
}
