import { dateOf, dayAt, type SaleTotals } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type TaxTerms, taxTerms } from "../../business/tax-rates/index.ts";
import { isOwnClient, lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import { appointmentSale, type LockedAppointment } from "../../scheduling/appointments/index.ts";
import { assertFresh, type SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import {
  type PromotionTerms,
  promotionNamed,
  promotionOfAppointment,
  promotionProblems,
} from "../promotions/index.ts";
import { assertDiscountAllowed } from "./discountLimit.ts";
import { type DraftLine, draftLines, linesOfAppointment, taxRatesOfItems } from "./draftLines.ts";
import { openNamedAppointment } from "./namedAppointment.ts";
import type { SaleFields } from "./schema.ts";
import { findSaleOfAppointment, lockSnapshotVersion } from "./store.ts";
import { totalsOf } from "./totals.ts";

export interface SaleOpening {
  readonly input: SaleFields;
  /** If set, the caller may only sell to this staff member's own appointments and clients. Null means no restriction. */
  readonly own: OwnOnly | null;
  /** The role of the seller, which determines the discount limit. */
  readonly role: Role;
  readonly now: number;
  /** The sale that the draft replaces. */
  readonly replacedSaleId?: string;
}

/** A validated sale with its totals, ready to be inserted. */
export interface SaleDraft {
  readonly locationId: string;
  readonly clientId: string | null;
  readonly lockedAppointment: LockedAppointment | null;
  readonly lines: readonly DraftLine[];
  readonly promotion: PromotionTerms | null;
  readonly taxTerms: readonly TaxTerms[];
  readonly tipMinor: number;
  readonly totals: SaleTotals;
}

/**
 * Validates a sale and computes its totals, without writing. Takes missing prices from the appointment or the menu, subtracts the
 * promotion, and rejects a negative total. Locks the client and then the appointment, so that a concurrent transaction can neither create
 * another sale for the appointment nor cancel the appointment. Throws `validation_failed` for invalid input, `forbidden_role` for a
 * discount beyond the limit of the role, and `invalid_transition` for an appointment that was cancelled, declined or missed.
 */
export async function draftSale(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  opening: SaleOpening,
): Promise<SaleDraft> {
  const { businessId, currency } = snapshot;
  const { input, now } = opening;
  await lockCurrency(tx, snapshot);
  const lockedAppointment =
    input.appointment_id === undefined
      ? null
      : await openNamedAppointment(tx, snapshot, input.appointment_id, opening.own);
  const appointment = lockedAppointment?.appointment ?? null;
  const ticket = { businessId, currency, appointment };
  const [client, { lines, problems }, promotion, sold] = await Promise.all([
    clientOf(tx, businessId, lockedAppointment, opening),
    linesOf(tx, ticket, input),
    promotionOf(tx, businessId, appointment?.id ?? null, input.promotion_id),
    appointment === null
      ? []
      : tx.query(findSaleOfAppointment, { businessId, appointmentId: appointment.id, kind: "sale" }),
  ]);
  const location = snapshot.locations.get(input.location_id.toLowerCase());
  if (location === undefined || (lockedAppointment === null && !location.active))
    problems.push({ path: "/location_id", message: "is not an active location of this business" });
  else if (lockedAppointment !== null && lockedAppointment.location.id !== location.id)
    problems.push({ path: "/location_id", message: "is not the location of the appointment" });
  problems.push(...client.problems);
  if (sold.some(({ id }) => id !== opening.replacedSaleId))
    problems.push({
      path: "/appointment_id",
      message:
        "is an appointment that already has a sale: use that sale, or void it before you create another",
    });
  if (client.id === null && lines.some(({ kind }) => kind === "package" || kind === "membership"))
    problems.push({ path: "/client_id", message: "is required for packages and memberships" });
  if (input.tip !== undefined && input.tip.currency !== currency)
    problems.push({ path: "/tip/currency", message: `must be the business's currency, ${currency}` });
  if (input.promotion_id !== undefined && location !== undefined) {
    const on = dateOf(dayAt(location.zone, appointment?.startsAt ?? now));
    const serviceIds = lines.map((line) => line.serviceId);
    problems.push(...promotionProblems(promotion, serviceIds, on));
  }
  refuseIf(problems);
  await assertDiscountAllowed(tx, businessId, opening.role, lines);
  if (lockedAppointment !== null) appointmentSale.assertSellable(lockedAppointment);

  const terms = await taxTerms(
    tx,
    businessId,
    lines.map(({ taxRateId }) => taxRateId),
  );
  const tipMinor = input.tip?.amount ?? 0;
  const totals = totalsOf(lines, promotion, tipMinor, terms);
  if (totals === undefined)
    throw invalid({
      path: "/lines",
      message:
        "must not have discounts that exceed the subtotal without gift cards, less the discount of the promotion",
    });
  if (totals.totalMinor > MAX_AMOUNT_MINOR)
    throw invalid({
      path: "/lines",
      message: `must total at most ${MAX_AMOUNT_MINOR} minor units, including added taxes and the tip`,
    });
  const locationId = lockedAppointment?.location.id ?? input.location_id.toLowerCase();
  return {
    locationId,
    clientId: client.id,
    lockedAppointment,
    lines,
    promotion,
    taxTerms: terms,
    tipMinor,
    totals,
  };
}

/**
 * Locks the settings in shared mode, so that the currency cannot change while this transaction creates a sale or fee. The currency can only
 * change before the first sale.
 */
export async function lockCurrency(tx: Transaction, snapshot: SchedulingSnapshot): Promise<void> {
  const [locked] = await tx.query(lockSnapshotVersion, { businessId: snapshot.businessId });
  if (locked !== undefined) assertFresh(snapshot, locked.snapshot_version);
}

/**
 * Returns the client of the appointment or, without an appointment, the client in the request, if any. Locks the client, so that a
 * concurrent transaction cannot delete the client.
 */
async function clientOf(
  tx: Transaction,
  businessId: string,
  lockedAppointment: LockedAppointment | null,
  { input, own }: SaleOpening,
): Promise<{ id: string | null; problems: FieldProblem[] }> {
  const id = input.client_id?.toLowerCase() ?? null;
  if (lockedAppointment !== null) {
    const { clientId } = lockedAppointment.appointment;
    const isOther = id !== null && id !== clientId;
    return {
      id: clientId,
      problems: isOther ? [{ path: "/client_id", message: "is not the client of the appointment" }] : [],
    };
  }
  if (id === null) return { id, problems: [] };
  const isAllowed = own === null || (await isOwnClient(tx, businessId, id, own));
  if (isAllowed && (await lockClientAgainstDeletion(tx, businessId, id))) return { id, problems: [] };
  return { id, problems: [{ path: "/client_id", message: "is not a client of this business" }] };
}

async function linesOf(
  tx: Transaction,
  ticket: Parameters<typeof draftLines>[1],
  { lines, omit_items: omitted }: SaleFields,
): ReturnType<typeof draftLines> {
  const { appointment, currency } = ticket;
  // An appointment keeps the currency of the time of booking.
  if (appointment !== null && appointment.currency !== currency)
    return {
      lines: [],
      problems: [
        {
          path: "/appointment_id",
          message: `must be an appointment in the business's currency, ${currency}`,
        },
      ],
    };
  const added = await draftLines(tx, ticket, lines ?? []);
  if (appointment === null) {
    if (lines === undefined)
      added.problems.push({ path: "/lines", message: "is required when `appointment_id` is absent" });
    if (omitted !== undefined)
      added.problems.push({
        path: "/omit_items",
        message: "is not accepted when `appointment_id` is absent",
      });
    return added;
  }
  const booked = linesOfAppointment(
    appointment,
    await taxRatesOfItems(tx, ticket.businessId, appointment),
    omitted,
  );
  if (booked.lines.length === 0 && lines === undefined)
    booked.problems.push({
      path: "/omit_items",
      message: "must not contain all items of the appointment unless `lines` is set",
    });
  return {
    lines: [...booked.lines, ...added.lines],
    problems: [...booked.problems, ...added.problems],
  };
}

/**
 * Returns the requested promotion, which the caller also applies to the appointment. Without a requested promotion, returns the
 * appointment's promotion.
 */
async function promotionOf(
  tx: Transaction,
  businessId: string,
  appointmentId: string | null,
  promotionId: string | undefined,
): Promise<PromotionTerms | null> {
  if (promotionId !== undefined) return promotionNamed(tx, businessId, promotionId);
  return appointmentId === null ? null : promotionOfAppointment(tx, businessId, appointmentId);
}
