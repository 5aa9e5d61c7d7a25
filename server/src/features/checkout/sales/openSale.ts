import { dateOf, dayAt, saleTotals } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { isOwnClient, lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import { assertSellable, type LockedAppointment } from "../../scheduling/appointments/index.ts";
import { assertFresh, type SchedulingSnapshot } from "../../scheduling/calendar/index.ts";
import {
  isFor,
  type PromotionTerms,
  promotionNamed,
  promotionOfVisit,
  promotionProblems,
} from "../promotions/index.ts";
import type { Paid } from "./close.ts";
import { type DraftLine, draftLines, isIssued, linesOfVisit } from "./draftLines.ts";
import { pay } from "./pay.ts";
import { readSaleRow } from "./readSales.ts";
import type { SaleInputValues } from "./schema.ts";
import { findSaleOfVisit, holdSetup, insertLines, insertSale } from "./store.ts";
import { openVisitNamed } from "./visitNamed.ts";

export interface SaleWish {
  readonly input: SaleInputValues;
  /** The staff member whose own the visit and the client must be; null where any may be sold to. */
  readonly own: OwnOnly | null;
  readonly now: number;
}

/**
 * Opens a sale, takes what is paid at once, and closes it when that is all of it. Totals are ours: prices come from the
 * visit or the menu where they are left out, the visit's promotion is taken off, and nothing is paid out. The client is
 * locked first, then the visit, so that a visit is sold once and not while it is being cancelled. Throws
 * `validation_failed`, and `invalid_transition` for a visit that does not take place.
 */
export async function openSale(tx: Transaction, setup: SchedulingSnapshot, wish: SaleWish): Promise<Paid> {
  const { businessId, currency } = setup;
  const { input, now } = wish;
  await holdCurrency(tx, setup);
  const visit =
    input.appointment_id === undefined
      ? null
      : await openVisitNamed(tx, setup, input.appointment_id, wish.own);
  const appointment = visit?.appointment ?? null;
  const ticket = { businessId, currency, visit: appointment };
  const [client, { lines, problems }, promotion, sold] = await Promise.all([
    clientOf(tx, businessId, visit, wish),
    linesOf(tx, ticket, input),
    promotionOf(tx, businessId, appointment?.id ?? null, input.promotion_id),
    appointment === null ? [] : tx.query(findSaleOfVisit, [businessId, appointment.id, "sale"]),
  ]);
  const place = setup.locations.get(input.location_id.toLowerCase());
  if (place === undefined || (visit === null && !place.active))
    problems.push({ path: "/location_id", message: "is not a location of this business" });
  else if (visit !== null && visit.location.id !== place.id)
    problems.push({ path: "/location_id", message: "is not where the visit is" });
  problems.push(...client.problems);
  if (sold.length > 0)
    problems.push({ path: "/appointment_id", message: "has a sale already: pay that one, or void it" });
  if (client.id === null && lines.some(({ kind }) => kind === "package" || kind === "membership"))
    problems.push({ path: "/client_id", message: "is required: packages and memberships are a client's" });
  if (input.tip !== undefined && input.tip.currency !== currency)
    problems.push({ path: "/tip/currency", message: `must be the business's currency, ${currency}` });
  if (input.promotion_id !== undefined && place !== undefined) {
    const on = dateOf(dayAt(place.zone, appointment?.startsAt ?? now));
    const serviceIds = lines.map((line) => line.serviceId);
    problems.push(...promotionProblems(promotion, serviceIds, on));
  }
  refuseIf(problems);
  if (visit !== null) assertSellable(visit);

  const saleId = newId();
  write(tx, setup, { saleId, clientId: client.id, visit, lines, promotion }, wish);
  const row = await readSaleRow(tx, businessId, saleId);
  const tenders = (input.payments ?? []).map((tender, index) => ({ ...tender, path: `/payments/${index}` }));
  return pay(tx, setup, { row, visit, payments: [] }, tenders, now);
}

/** The currency is the business's to change until its first sale or fee: whoever changes it waits for us, or we for them. */
export async function holdCurrency(tx: Transaction, setup: SchedulingSnapshot): Promise<void> {
  const [held] = await tx.query(holdSetup, [setup.businessId]);
  if (held !== undefined) assertFresh(setup, held.snapshot_version);
}

/** Who buys: the visit's client, or whoever is named; at the counter perhaps nobody. Kept from being deleted meanwhile. */
async function clientOf(
  tx: Transaction,
  businessId: string,
  visit: LockedAppointment | null,
  { input, own }: SaleWish,
): Promise<{ id: string | null; problems: FieldProblem[] }> {
  const id = input.client_id?.toLowerCase() ?? null;
  if (visit !== null) {
    const { clientId } = visit.appointment;
    const isOther = id !== null && id !== clientId;
    return {
      id: clientId,
      problems: isOther ? [{ path: "/client_id", message: "is not the client of the visit" }] : [],
    };
  }
  if (id === null) return { id, problems: [] };
  const isTheirs = own === null || (await isOwnClient(tx, businessId, id, own));
  if (isTheirs && (await lockClientAgainstDeletion(tx, businessId, id))) return { id, problems: [] };
  return { id, problems: [{ path: "/client_id", message: "is not a client of this business" }] };
}

async function linesOf(
  tx: Transaction,
  ticket: Parameters<typeof draftLines>[1],
  { lines }: SaleInputValues,
): ReturnType<typeof draftLines> {
  const { visit, currency } = ticket;
  // The visit keeps the currency it was booked in.
  if (visit !== null && visit.currency !== currency)
    return {
      lines: [],
      problems: [{ path: "/appointment_id", message: `was booked in ${visit.currency}, not in ${currency}` }],
    };
  if (lines !== undefined) return draftLines(tx, ticket, lines);
  if (visit !== null) return { lines: linesOfVisit(visit), problems: [] };
  return { lines: [], problems: [{ path: "/lines", message: "is required without an appointment" }] };
}

/** The one that is named, else the visit's. */
async function promotionOf(
  tx: Transaction,
  businessId: string,
  appointmentId: string | null,
  promotionId: string | undefined,
): Promise<PromotionTerms | null> {
  if (promotionId !== undefined) return promotionNamed(tx, businessId, promotionId);
  return appointmentId === null ? null : promotionOfVisit(tx, businessId, appointmentId);
}

/** A sale that has been checked, to be added up and written down. */
interface CheckedSale {
  readonly saleId: string;
  readonly clientId: string | null;
  readonly visit: LockedAppointment | null;
  readonly lines: readonly DraftLine[];
  readonly promotion: PromotionTerms | null;
}

function write(
  tx: Transaction,
  { businessId, currency }: SchedulingSnapshot,
  { saleId, clientId, visit, lines, promotion }: CheckedSale,
  { input, now }: SaleWish,
): void {
  const tipMinor = input.tip?.amount ?? 0;
  const totals = saleTotals(
    lines.map((line) => ({
      ...line,
      isDiscount: line.kind === "discount",
      isPromoted: promotion !== null && isFor(promotion, line.serviceId),
    })),
    promotion?.discount ?? null,
    tipMinor,
  );
  if (totals === undefined)
    throw invalid({ path: "/lines", message: "take off more than they come to: a sale pays nothing out" });
  if (totals.totalMinor > MAX_AMOUNT_MINOR)
    throw invalid({ path: "/lines", message: "come to more than any sale may" });
  tx.write(insertSale, [
    businessId,
    saleId,
    visit?.location.id ?? input.location_id,
    clientId,
    visit?.appointment.id ?? null,
    "sale",
    currency,
    promotion?.promotionId ?? null,
    totals.subtotalMinor,
    totals.discountMinor,
    totals.taxMinor,
    tipMinor,
    totals.totalMinor,
    new Date(now),
  ]);
  const written = lines.map((line, index) => ({
    kind: line.kind,
    description: line.description,
    quantity: line.quantity,
    unit_amount: line.kind === "discount" ? -line.unitMinor : line.unitMinor,
    total_amount: totals.lines[index]?.totalMinor,
    discounted_amount: totals.lines[index]?.discountedMinor,
    service_id: line.serviceId,
    prepaid_product_id: isIssued(line.kind) ? line.offerId : null,
    staff_id: line.staffId,
  }));
  // What the promotion takes off is a line too, so that the lines add up to the total.
  if (promotion !== null && totals.promotionMinor > 0) {
    const off = -totals.promotionMinor;
    const line = { kind: "discount" as const, description: promotion.name, quantity: 1 };
    const nothing = { service_id: null, prepaid_product_id: null, staff_id: null, discounted_amount: 0 };
    written.push({ ...line, ...nothing, unit_amount: off, total_amount: off });
  }
  const rows = written.map((line, index) => ({ ...line, id: newId(), position: index + 1 }));
  tx.write(insertLines, [businessId, saleId, JSON.stringify(rows)]);
}
