import { pngOf } from "../fixtures/formFixture.ts";
import type { Appointment } from "./bookings.ts";
import { checkOut, settle } from "./checkout.ts";
import type { ClientBook } from "./clientBook.ts";
import type { Sale } from "./money.ts";
import { type Ask, Picture } from "./requests.ts";
import type { YearBusiness } from "./yearBusiness.ts";

const MINUTE = 60_000;

export interface Turn {
  readonly at: number;
  run(): Promise<unknown>;
}

/** Returns random actions for an appointment: most clients come and pay, some cancel late, and some do not appear. */
export function turnsOf(clientBook: ClientBook, kiosk: Ask, appointment: Appointment): Turn[] {
  const { business } = clientBook;
  const startsAt = Date.parse(appointment.starts_at);
  const fate = business.chance.weighted(["comes", "cancels late", "stays away"] as const, (one) =>
    one === "comes" ? 17 : 2,
  );
  if (fate === "cancels late")
    return [{ at: startsAt - 180 * MINUTE, run: () => cancelOrMiss(business, appointment, "cancelled") }];
  if (fate === "stays away")
    return [{ at: startsAt + 30 * MINUTE, run: () => cancelOrMiss(business, appointment, "no_show") }];
  return [
    { at: startsAt - 10 * MINUTE, run: () => arrive(business, kiosk, appointment) },
    { at: Math.max(startsAt, Date.parse(appointment.ends_at)), run: () => checkOut(clientBook, appointment) },
  ];
}

async function arrive(business: YearBusiness, kiosk: Ask, appointment: Appointment): Promise<void> {
  const { chance, program, owner } = business;
  const { forms_pending } = await program<Appointment>("GET", `/appointments/${appointment.id}`);
  if (forms_pending > 0 && chance.happens(0.8)) await fillIn(business, kiosk, appointment.id);
  await program("POST", `/appointments/${appointment.id}/transitions`, { to: "arrived" });
  if (!chance.happens(0.3)) return;
  const consent = {
    given: true,
    date: appointment.starts_at.slice(0, 10),
    scope: chance.happens(0.5) ? "marketing" : "record",
  };
  for (const [stage, taken_at] of [
    ["before", appointment.starts_at],
    ["after", appointment.ends_at],
  ]) {
    const said = { stage, taken_at, consent, appointment_id: appointment.id };
    const photo = await owner("POST", `/clients/${appointment.client_id}/photos`, new Picture(said));
    if (chance.happens(0.15))
      await owner("PATCH", `/clients/${appointment.client_id}/photos/${photo.id}`, {
        consent: { withdrawn: true },
      });
  }
}

interface Linked {
  readonly forms: readonly {
    readonly id: string;
    readonly status: string;
    readonly fields: readonly {
      readonly id: string;
      readonly type: string;
      readonly options: readonly string[];
    }[];
  }[];
}

/** Fills in the pending forms as a kiosk, whose only credential is the form link. */
async function fillIn({ program }: YearBusiness, kiosk: Ask, visitId: string): Promise<void> {
  const token = await kioskToken(program, visitId);
  const { forms } = await kiosk<Linked>("GET", `/public/forms/${token}`);
  for (const { id: form_id, status, fields } of forms) {
    if (status !== "pending") continue;
    const answers = fields
      .filter(({ type }) => type !== "signature")
      .map(({ id: field_id, type, options }) => ({ field_id, value: answerTo(type, options) }));
    const isSigned = answers.length < fields.length;
    const signature = isSigned ? { signature_png: pngOf(8).toString("base64") } : {};
    await kiosk("POST", `/public/forms/${token}`, { form_id, answers, signer_name: "Ada", ...signature });
  }
}

export async function kioskToken(program: Ask, visitId: string): Promise<string> {
  const { url } = await program<{ url: string }>("POST", `/appointments/${visitId}/forms/link`);
  return new URL(url).pathname.split("/").at(-1) ?? "";
}

function answerTo(type: string, options: readonly string[]): unknown {
  if (type === "consent" || type === "yes_no") return true;
  if (type === "choice") return options[0];
  if (type === "multi") return options.slice(0, 2);
  return type === "date" ? "2024-11-05" : "Nothing to speak of";
}

/** Marks an appointment as cancelled or no-show and charges the fee of the policy in force at the time of booking. */
async function cancelOrMiss(
  business: YearBusiness,
  appointment: Appointment,
  to: "cancelled" | "no_show",
): Promise<void> {
  const { chance, owner, program } = business;
  await program("POST", `/appointments/${appointment.id}/transitions`, { to, notify_client: true });
  if (to === "no_show" && chance.happens(0.15)) {
    // Corrects a wrong no-show of a client who was late. Another appointment may have taken the time.
    const corrected = await program("POST", `/appointments/${appointment.id}/transitions`, {
      to: "booked",
    }).then(
      () => true,
      (error: Error) => {
        if (!error.message.includes('"time_conflict"')) throw error;
        return false;
      },
    );
    if (corrected) {
      await program("POST", `/appointments/${appointment.id}/transitions`, { to: "completed" });
      return;
    }
  }
  if (appointment.total.amount === 0) return;
  const kind = to === "cancelled" ? "late_cancel" : "no_show";
  const charge = { appointment_id: appointment.id, kind };
  const fee = await owner<Sale>("POST", `/clients/${appointment.client_id}/fees`, charge);
  if (chance.happens(0.25)) await owner("POST", `/sales/${fee.id}/void`);
  else await settle(business, fee, ["card"]);
}

/** Sells a gift card and products without a client. */
export async function sellAtCounter({ business, cards }: ClientBook): Promise<void> {
  const { money, offers, plan, reception, locationId: location_id } = business;
  const { description, price } = plan.product;
  const lines = [
    { kind: "gift_card", gift_card_id: offers.giftCard },
    { kind: "product", description, unit_price: money(price), quantity: 2 },
  ];
  const payments = [{ method: "external", amount: money(95 + 2 * price), reference: `Slip ${cards.length}` }];
  const sale = await reception<Sale>("POST", "/sales", { location_id, lines, payments });
  const code = sale.lines.find(({ kind }) => kind === "gift_card")?.gift_card_code;
  if (code === undefined) throw new Error("A gift card was sold without its code.");
  cards.push({ code, left: money(100).amount });
}

/** Sells a package, a membership and a gift card to a regular client, paid in two parts. */
export async function sellPrepaid({ business, clientIds }: ClientBook): Promise<void> {
  const { chance, locationId: location_id, offers, reception } = business;
  const lines = [
    { kind: "package", package_id: offers.package },
    { kind: "membership", membership_id: offers.membership },
    { kind: "gift_card", gift_card_id: offers.giftCard },
  ];
  const body = { location_id, client_id: clientIds[chance.whole(0, 2)], lines };
  await settle(business, await reception<Sale>("POST", "/sales", body), ["card", "external"]);
}
