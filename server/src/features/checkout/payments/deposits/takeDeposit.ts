import type { OwnOnly } from "../../../../kernel/caller.ts";
import { ApiError, invalid } from "../../../../kernel/errors.ts";
import { newId } from "../../../../kernel/ids.ts";
import { nullsOf, type Transaction } from "../../../../platform/database/index.ts";
import { payments } from "../../../../tables/checkout.ts";
import { type LockedAppointment, lockAppointmentAndClient } from "../../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../../scheduling/snapshot/index.ts";
import { promotionOfAppointment } from "../../promotions/index.ts";
import { openSales } from "../../sales/index.ts";
import { publishPayment } from "../paymentRecord.ts";
import { readPayment } from "../readPayments.ts";
import { insertPayment } from "../store.ts";
import { depositPage } from "./depositRecord.ts";
import { insertDeposit } from "./depositStore.ts";
import type { DepositInputValues, DepositRecord } from "./schema.ts";
import { totalMinorOf } from "./totalMinorOf.ts";

/**
 * Takes a deposit at the desk for an open appointment without a sale. An appointment has at most one deposit that is pending or
 * has a balance. Throws `not_found` for an unknown appointment, `validation_failed` for invalid input, and `invalid_transition`
 * for an appointment that is no longer open or has a sale.
 */
export async function takeDeposit(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  taking: {
    readonly appointmentId: string;
    readonly input: DepositInputValues;
    readonly own: OwnOnly | null;
    readonly now: number;
  },
): Promise<DepositRecord> {
  const { businessId, webhookPayload } = snapshot;
  const { appointmentId, input, own, now } = taking;
  const { appointment } = await lockAppointmentAndClient(tx, snapshot, appointmentId, null, own);
  await assertExpected(tx, businessId, appointment);
  if (input.amount.currency !== appointment.currency)
    throw invalid({
      path: "/amount/currency",
      message: `must be the appointment's currency, ${appointment.currency}`,
    });
  const [held] = (await depositPage(tx, businessId, { appointment_id: appointment.id }, null)).items.filter(
    ({ status, balance }) => status === "pending" || balance.amount > 0,
  );
  if (held !== undefined)
    throw invalid({
      path: "/amount",
      message: "is not accepted: the appointment already has an unsettled deposit",
    });
  const promotion = await promotionOfAppointment(tx, businessId, appointment.id);
  const totalMinor = totalMinorOf(appointment, promotion);
  if (input.amount.amount > totalMinor)
    throw invalid({
      path: "/amount",
      message: `must be at most ${totalMinor} minor units, the total of the appointment`,
    });
  const id = newId();
  tx.write(insertPayment, {
    ...nullsOf(payments.columns),
    business_id: businessId,
    id,
    location_id: appointment.locationId,
    client_id: appointment.clientId,
    appointment_id: appointment.id,
    kind: "deposit",
    status: "succeeded",
    method: input.method,
    currency: appointment.currency,
    amount: input.amount.amount,
    tip_amount: 0,
    refunded_amount: 0,
    refunding_amount: 0,
    reference: input.reference ?? null,
    paid_at: now,
    created_at: now,
    updated_at: now,
  });
  tx.write(insertDeposit, {
    business_id: businessId,
    payment_id: id,
    appointment_id: appointment.id,
    status: "held",
    settle_at: null,
    kept_amount: 0,
    kept_at: null,
    created_at: now,
    updated_at: now,
  });
  const record = await readPayment(tx, businessId, id);
  publishPayment(tx, businessId, webhookPayload, { type: "payment.succeeded", at: now, record });
  const { items } = await depositPage(tx, businessId, { appointment_id: appointment.id, limit: 1 }, null);
  const [taken] = items;
  if (taken === undefined) throw new Error("The inserted deposit was not found.");
  return taken;
}

/**
 * Throws `invalid_transition` if the appointment is no longer open or has a sale. If the appointment has a sale, the client must pay the
 * sale instead.
 */
async function assertExpected(
  tx: Transaction,
  businessId: string,
  { id, status }: LockedAppointment["appointment"],
): Promise<void> {
  const isExpected = status === "requested" || status === "booked" || status === "arrived";
  const saleId = isExpected ? await openSales.saleOfAppointment(tx, businessId, id) : undefined;
  if (isExpected && saleId === undefined) return;
  const message = isExpected
    ? "This appointment has a sale. Create a payment for the sale instead."
    : `An appointment with the status ${status} accepts no deposits. The status must be requested, booked or arrived.`;
  throw new ApiError("invalid_transition", message, { from: status, to: null, allowed: [] });
}
