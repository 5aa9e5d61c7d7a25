import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { assertClient } from "../../clients/clients/index.ts";
import type { Appointment } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/calendar/index.ts";
import { holdCurrency } from "./openSale.ts";
import { readSaleRow } from "./readSales.ts";
import { saleRecord } from "./saleRecord.ts";
import type { FeeInputValues, SaleRecord } from "./schema.ts";
import { findSaleOfVisit, insertLines, insertSale } from "./store.ts";
import { openVisitNamed } from "./visitNamed.ts";

/** What a policy says a late cancellation or a missed visit costs, as its booking has accepted it. */
export type FeeFor = (
  tx: Transaction,
  businessId: string,
  asked: { readonly kind: FeeInputValues["kind"]; readonly visit: Appointment },
) => Promise<{ readonly amountMinor: number; readonly description: string } | null>;

/**
 * Charges a fee for a visit that was cancelled too late or missed: an open sale with one line, to be paid like any
 * other. Only by the policy that its booking has accepted, and once. Throws `not_found` for the client and
 * `validation_failed` for everything else.
 */
export async function chargeFee(
  tx: Transaction,
  setup: SchedulingSnapshot,
  feeFor: FeeFor,
  charge: { readonly clientId: string; readonly input: FeeInputValues; readonly now: number },
): Promise<SaleRecord> {
  const { businessId, currency } = setup;
  const { clientId, input, now } = charge;
  await holdCurrency(tx, setup);
  await assertClient(tx, businessId, clientId, null);
  const { appointment, location } = await openVisitNamed(tx, setup, input.appointment_id, null);
  if (appointment.clientId !== clientId)
    throw invalid({ path: "/appointment_id", message: "is not an appointment of this client" });
  // What the policy says was said in that currency, and what a percentage is of too.
  if (appointment.currency !== currency)
    throw invalid({
      path: "/appointment_id",
      message: `was booked in ${appointment.currency}, not in ${currency}`,
    });
  const [charged] = await tx.query(findSaleOfVisit, [businessId, appointment.id, "fee"]);
  const problems: FieldProblem[] = [];
  if (appointment.status !== STATUS_OF[input.kind])
    problems.push({ path: "/kind", message: `is not for an appointment that is ${appointment.status}` });
  if (charged !== undefined)
    problems.push({
      path: "/appointment_id",
      message: "has a fee already: that one is to be paid, or voided",
    });
  refuseIf(problems);
  const fee = await feeFor(tx, businessId, { kind: input.kind, visit: appointment });
  if (fee === null || fee.amountMinor === 0)
    throw invalid({ path: "/kind", message: "is not charged by the policy that this booking has accepted" });

  const saleId = newId();
  const amounts = [fee.amountMinor, 0, 0, 0, fee.amountMinor];
  const head = [businessId, saleId, location.id, clientId, appointment.id, "fee", currency, null];
  tx.write(insertSale, [...head, ...amounts, new Date(now)]);
  const line = {
    id: newId(),
    position: 1,
    kind: "fee",
    description: fee.description,
    quantity: 1,
    unit_amount: fee.amountMinor,
    total_amount: fee.amountMinor,
    discounted_amount: 0,
  };
  tx.write(insertLines, [businessId, saleId, JSON.stringify([line])]);
  return saleRecord(await readSaleRow(tx, businessId, saleId));
}

const STATUS_OF = { late_cancel: "cancelled", no_show: "no_show" } as const;
