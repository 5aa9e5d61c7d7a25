import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { nullsOf, type Transaction } from "../../../platform/database/index.ts";
import { saleLines } from "../../../tables/checkout.ts";
import { assertClient } from "../../clients/clients/index.ts";
import type { LockedAppointment } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { lockCurrency } from "./draftSale.ts";
import { openNamedAppointment } from "./namedAppointment.ts";
import { readSale } from "./readSales.ts";
import type { FeeInputValues, SaleRecord } from "./schema.ts";
import { findSaleOfAppointment, insertLines, insertSale, keptOfDeposits } from "./store.ts";

export { FeeInput } from "./schema.ts";

/**
 * Computes the fee for a late cancellation or no-show under the policy version that the client accepted at booking. Returns
 * null if no fee applies.
 */
export type FeeOf = (
  tx: Transaction,
  businessId: string,
  fee: { readonly kind: FeeInputValues["kind"]; readonly appointment: LockedAppointment["appointment"] },
) => Promise<{ readonly amountMinor: number; readonly description: string } | null>;

/** The problem of a charge for an appointment whose fee has been charged before. */
export const alreadyCharged: FieldProblem = {
  path: "/appointment_id",
  message: "is an appointment that already has a fee: void the sale of the fee before you charge another",
};

/**
 * Charges a fee for a late cancellation or no-show: creates an open sale with one line, which the client pays like any other sale. An
 * appointment has at most one fee. The fee is computed under the policy version that the client accepted at booking, minus the part of a
 * deposit that was kept. Throws `not_found` for an unknown client, and `validation_failed` for all other problems.
 */
export async function chargeFee(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  feeOf: FeeOf,
  charge: {
    readonly clientId: string;
    readonly input: FeeInputValues;
    readonly now: number;
    /** If true and the appointment has an open fee, returns that fee instead of throwing. */
    readonly canRepeat?: boolean;
  },
): Promise<SaleRecord> {
  const { businessId, currency } = snapshot;
  const { clientId, input, now } = charge;
  await lockCurrency(tx, snapshot);
  await assertClient(tx, businessId, clientId, null);
  const { appointment, location } = await openNamedAppointment(tx, snapshot, input.appointment_id, null);
  if (appointment.clientId !== clientId)
    throw invalid({ path: "/appointment_id", message: "is not an appointment of this client" });
  // The amounts of the policy, and the total to which a percentage applies, are in the currency of the booking.
  if (appointment.currency !== currency)
    throw invalid({
      path: "/appointment_id",
      message: `must be an appointment in the business's currency, ${currency}`,
    });
  const [charged] = await tx.query(findSaleOfAppointment, {
    businessId,
    appointmentId: appointment.id,
    kind: "fee",
  });
  if (charged !== undefined && charge.canRepeat === true) {
    const sale = await readSale(tx, businessId, charged.id);
    if (sale.status === "open") return sale;
  }
  const problems: FieldProblem[] = [];
  if (appointment.status !== STATUS_OF[input.kind])
    problems.push({
      path: "/kind",
      message: `is accepted only for an appointment with the status ${STATUS_OF[input.kind]}; the status of this appointment is ${appointment.status}`,
    });
  if (charged !== undefined) problems.push(alreadyCharged);
  refuseIf(problems);
  const fee = await feeOf(tx, businessId, { kind: input.kind, appointment });
  if (fee === null || fee.amountMinor === 0)
    throw invalid({
      path: "/kind",
      message: "must be a fee that applies to this appointment under the policy that the client accepted",
    });
  const [deposits] = await tx.query(keptOfDeposits, { businessId, appointmentId: appointment.id });
  const feeMinor = fee.amountMinor - (deposits?.kept_amount ?? 0);
  if (feeMinor <= 0)
    throw invalid({ path: "/kind", message: "is a fee that the kept part of the deposit already covers" });

  const saleId = newId();
  tx.write(insertSale, {
    business_id: businessId,
    id: saleId,
    location_id: location.id,
    client_id: clientId,
    appointment_id: appointment.id,
    kind: "fee",
    status: "open",
    currency,
    promotion_id: null,
    subtotal_amount: feeMinor,
    discount_amount: 0,
    tax_amount: 0,
    tip_amount: 0,
    total_amount: feeMinor,
    completed_at: null,
    voided_at: null,
    receipt_number: null,
    created_at: now,
    updated_at: now,
  });
  const line = {
    ...nullsOf(saleLines.columns),
    business_id: businessId,
    sale_id: saleId,
    id: newId(),
    position: 1,
    kind: "fee",
    description: fee.description,
    quantity: 1,
    unit_amount: feeMinor,
    total_amount: feeMinor,
    discounted_amount: 0,
    tax_amount: 0,
    redeemed: false,
  } as const;
  tx.write(insertLines, { rows: [line] });
  return readSale(tx, businessId, saleId);
}

const STATUS_OF = { late_cancel: "cancelled", no_show: "no_show" } as const;
