import { DAY, MINUTE } from "@daybook/engine";
import { feeOfAppointment } from "../features/business/policies/index.ts";
import { checkOut, deskPayments, refund } from "../features/checkout/payments/index.ts";
import { saleFees, voidSale } from "../features/checkout/sales/index.ts";
import type { Appointment } from "./appointments.ts";
import { drawGiftCard, drawProduct, type Line, payWithMoney, refunding, type Tender } from "./checkout.ts";
import type { Demo } from "./demo.ts";
import { seededRandom } from "./random.ts";
import { cents } from "./salon.ts";
import { CANCELLATION_HOURS } from "./texts.ts";
import type { Action } from "./timeline.ts";

/** Charges fees for most late cancellations and missed appointments; most of these fees are paid some days later. */
export function feeActions(demo: Demo, appointment: Appointment): Action[] {
  const { startsAt, items, changes, random } = appointment;
  const last = changes.at(-1);
  if (last === undefined || items.every(({ service }) => service.price === 0)) return [];
  const isLate = last.cancelledBy === "client" && startsAt - last.at < CANCELLATION_HOURS * 60 * MINUTE;
  if ((!isLate && last.to !== "no_show") || !random.happens(0.7)) return [];
  const kind = isLate ? "late_cancel" : "no_show";
  const at = last.at + random.whole(5, 40) * MINUTE;
  let fee: Awaited<ReturnType<typeof saleFees.chargeFee>> | undefined;
  const charge = async (now: number) => {
    if (appointment.booked === undefined) return;
    const { id: appointment_id, client_id: clientId } = appointment.booked;
    const charging = { clientId, input: { appointment_id, kind }, now } as const;
    fee = await saleFees.chargeFee(demo.tx, demo.snapshot, feeOfAppointment, charging);
  };
  const pay = async (now: number) => {
    if (fee === undefined) return;
    const tenders = payWithMoney(random, fee.total.amount).map((tender) => ({ ...tender, path: "" }));
    await deskPayments.paySale(demo.tx, demo.snapshot, { saleId: fee.id, own: null, tenders, now });
  };
  const paidAt = at + random.whole(1, 6) * DAY;
  return random.happens(0.6)
    ? [
        { at, run: charge },
        { at: paidAt, run: pay },
      ]
    : [{ at, run: charge }];
}

/**
 * Returns sales without a client, at times when appointments start and the salon is therefore open. One in twenty is preceded by
 * a voided sale.
 */
export function counterSaleActions(demo: Demo, appointments: readonly Appointment[]): Action[] {
  const { tx, businessId, idOf } = demo;
  const some = seededRandom("counter sales");
  return appointments
    .filter(() => some.happens(0.06))
    .flatMap(({ startsAt, location }, index): Action[] => {
      const random = seededRandom(`counter sale ${index}`);
      const sell = (line: Line, payments: Tender[], now: number) => {
        const input = { location_id: idOf(location), lines: [line], payments };
        return checkOut(tx, demo.snapshot, { input, own: null, role: "reception", now });
      };
      const sellExtra = (now: number) => {
        const { line, total } = random.happens(0.25) ? drawGiftCard(demo, random) : drawProduct(demo, random);
        return sell(line, payWithMoney(random, total), now);
      };
      const sellByMistake = async (now: number) => {
        const [amount, reason] = [cents(3900), "Wrong product"];
        const wrong: Line = { kind: "product", description: reason, unit_price: amount };
        const { sale, payments } = await sell(wrong, [{ method: "cash", amount }], now - MINUTE);
        const paymentId = payments[0]?.id ?? "";
        await refund(tx, refunding(demo), { paymentId, input: { amount, reason }, now });
        await voidSale(tx, businessId, { saleId: sale.id, now });
      };
      const at = startsAt + 3 * MINUTE;
      return [...(index % 20 === 3 ? [{ at: at - MINUTE, run: sellByMistake }] : []), { at, run: sellExtra }];
    });
}
