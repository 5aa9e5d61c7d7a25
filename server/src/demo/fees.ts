import { feeOfAppointment } from "../features/business/policies/index.ts";
import { paySale } from "../features/checkout/payments/index.ts";
import { chargeFee } from "../features/checkout/sales/index.ts";
import type { Chance } from "./chance.ts";
import { moneyFor } from "./checkOut.ts";
import type { BookedVisit, Scene } from "./scene.ts";

/** Charges what the policy says that a visit costs which was cancelled late or missed. Answers the open sale. */
export async function charge(
  { tx, setup }: Scene,
  visit: BookedVisit,
  kind: "late_cancel" | "no_show",
  now: number,
): Promise<{ readonly saleId: string; readonly amount: number }> {
  const input = { appointment_id: visit.id, kind };
  const { id, total } = await chargeFee(tx, setup, feeOfAppointment, {
    clientId: visit.clientId,
    input,
    now,
  });
  return { saleId: id, amount: total.amount };
}

/** Takes a fee's money, days later. */
export async function payFee(
  { tx, setup }: Scene,
  fee: { readonly saleId: string; readonly amount: number },
  chance: Chance,
  now: number,
): Promise<void> {
  const tenders = moneyFor(chance, fee.amount).map((tender) => ({ ...tender, path: "" }));
  await paySale(tx, setup, { saleId: fee.saleId, own: null, tenders, now });
}
