import { newId } from "../../../kernel/ids.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { draftSale, type SaleOpening } from "./draftSale.ts";
import { linesOfDraft } from "./openSale.ts";
import { saleRecord } from "./saleRecord.ts";
import { taxRows } from "./saleTaxes.ts";
import type { SaleQuoteRecord } from "./schema.ts";
import { heldByDeposits } from "./store.ts";
import { amountsOf } from "./totals.ts";

/** Computes the lines and totals that `openSale` would write for the same input. Writes nothing. Throws the errors of `draftSale`. */
export async function quoteSale(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  opening: SaleOpening,
): Promise<SaleQuoteRecord> {
  const { businessId, currency } = snapshot;
  const draft = await draftSale(tx, snapshot, opening);
  const saleId = newId();
  const record = saleRecord({
    business_id: businessId,
    id: saleId,
    location_id: draft.locationId,
    client_id: draft.clientId,
    appointment_id: draft.lockedAppointment?.appointment.id ?? null,
    kind: "sale",
    status: "open",
    currency,
    ...amountsOf(draft.totals),
    tip_amount: draft.tipMinor,
    lines: linesOfDraft(businessId, saleId, draft).map((line) => ({
      ...line,
      entitlement_ids: [],
      added_tax_amount: 0,
    })),
    taxes: taxRows(draft.taxTerms, draft.totals.taxes),
    payment_ids: [],
    kept_amount: 0,
    has_payments: false,
    completed_at: null,
    receipt_number: null,
    created_at: opening.now,
    updated_at: opening.now,
  });
  const { location_id, client_id, appointment_id, subtotal, discount, tax, taxes, tip, total } = record;
  const lines = record.lines.map(({ id: _id, entitlement_ids: _entitlements, ...line }) => line);
  const held =
    appointment_id === null
      ? []
      : await tx.query(heldByDeposits, { businessId, appointmentId: appointment_id });
  const deposit = moneyOf(Math.min(held[0]?.amount ?? 0, total.amount), currency);
  return {
    ...{ location_id, client_id, appointment_id, lines, subtotal, discount, tax, taxes, tip, total },
    deposit,
  };
}
