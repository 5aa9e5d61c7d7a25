import { dateOf, dayAt, offsetsOf, patchTestWindow } from "@daybook/engine";
import type { Static } from "typebox";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { onlineDeposits } from "../../checkout/payments/index.ts";
import { onlinePromotions, promotionNamed, promotionProblems } from "../../checkout/promotions/index.ts";
import { onlineAppointments } from "../../scheduling/appointments/index.ts";
import { subjectsToLock } from "../../scheduling/availability/index.ts";
import { claimedTime } from "../../scheduling/calendar/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { type AuthorisedDeposit, claimDeposit } from "../hold-payments/index.ts";
import {
  cartOf,
  holdDeposits,
  holdRows,
  NotOffered,
  type OnlineCart,
  patchTestFor,
  patchTestRequired,
  personOf,
} from "../holds/index.ts";
import { chosenClient, refuseClientFields } from "../online-clients/index.ts";
import { assertPublished } from "../public-business/index.ts";
import type { VerifiedVisitor } from "../visitors/index.ts";
import type { OnlineBookingInput } from "./schema.ts";
import { findByHold, insertBooking } from "./store.ts";

type Input = Static<typeof OnlineBookingInput>;

export interface HoldBooking {
  readonly input: Input;
  /** The hash of the hold's token. Default: the hash of `input.hold_token`. */
  readonly tokenHash?: Buffer;
  readonly visitor: VerifiedVisitor;
  readonly now: number;
  /** Absent for trial bookings and automatic bookings from the waitlist, which require no deposit. */
  readonly deposit?: HoldDeposit;
}

/** The deposit of a booking and the provider account that takes it. */
export interface HoldDeposit {
  /** The provider and its account that takes deposits; null if the business cannot take deposits. */
  readonly account: { readonly provider: "stripe"; readonly accountId: string } | null;
  /** The deposit that the visitor has authorised; null without an authorised deposit. */
  readonly authorised: AuthorisedDeposit | null;
}

/** The appointment that was booked from a hold, by this request or an earlier one. */
export interface BookedHold {
  readonly appointmentId: string;
  readonly isNew: boolean;
  /** The id of the deposit to capture; null without a deposit. */
  readonly depositId: string | null;
  /** The id of the card to save; null without one. */
  readonly cardId: string | null;
}

/** Thrown if the time of a hold is taken. Contains the data for finding alternatives. */
export class TimeTaken extends NotOffered {
  readonly cart: OnlineCart;
  readonly startsAt: number;
  readonly patchTest: { readonly patchTestOn?: string };

  constructor(cart: OnlineCart, startsAt: number, patchTest: { readonly patchTestOn?: string }) {
    super();
    this.cart = cart;
    this.startsAt = startsAt;
    this.patchTest = patchTest;
  }
}

/**
 * Books a hold for a verified visitor who is not blocked. Checks in this order: location, patch test, fields, policy, deposit, time. The
 * time check ignores the hold itself, so an expired hold can be booked while its time is free. A repeated request returns the same
 * appointment. Locks the hold, then the client, then the subjects. Throws `TimeTaken`, or the error of the first check that fails.
 */
export async function bookHold(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { input, visitor, now, deposit, tokenHash = hashOfToken(input.hold_token) }: HoldBooking,
): Promise<BookedHold> {
  const { businessId } = snapshot;
  await assertCurrent(tx, snapshot);
  const [hold] = await tx.query(holdRows.lock, { business_id: businessId, token_sha256: tokenHash });
  const [booked] = await tx.query(findByHold, { business_id: businessId, hold_token_sha256: tokenHash });
  if (booked !== undefined)
    return { appointmentId: booked.appointment_id, isNew: false, depositId: null, cardId: null };
  if (hold === undefined) throw invalid({ path: "/hold_token", message: "is not a hold of this business" });
  await assertPublished(tx, businessId, hold.location_id);

  const items = hold.service_ids.map((service_id, index) => ({
    service_id,
    staff_id: hold.staff_ids[index] ?? "",
  }));
  const cart = await cartOf(tx, snapshot, { location_id: hold.location_id, items });
  const person = personOf(visitor, input.person);
  const patchTest = patchTestFor(cart.items, person);
  if (!isTestValid(cart, hold.starts_at, patchTest)) throw patchTestRequired(cart.items);
  await refuseClientFields(tx, businessId, input, visitor);
  await refuseEndedPromotion(tx, cart, hold, businessId);
  const clientId = await chosenClient(tx, businessId, input, { visitor, now });
  refuseOtherPolicy(snapshot, input);
  const authorised = await claimedDeposit(tx, snapshot, hold, deposit, now);
  const fees =
    authorised?.savesCard === true
      ? await holdDeposits.cardFees(tx, snapshot, hold, authorised.amountMinor)
      : null;

  await claimedTime.lockHold(tx, businessId, hold.id, subjectsToLock(snapshot, cart.location, cart.items));
  claimedTime.releaseHold(tx, businessId, hold.id);
  tx.write(holdRows.delete, { business_id: businessId, id: hold.id });
  const needsApproval = items.some(
    (item) => snapshot.services.get(item.service_id)?.requiresApproval === true,
  );
  const record = await onlineAppointments.book(
    tx,
    snapshot,
    {
      location_id: hold.location_id,
      client_id: clientId,
      startsAt: hold.starts_at,
      items,
      status: needsApproval ? "requested" : "booked",
      source: "online",
      internalNote: input.note || null,
      now,
    },
    patchTest,
  );
  if (record === null) throw new TimeTaken(cart, hold.starts_at, patchTest);
  if (hold.promotion_id !== null) {
    const applied = { appointmentId: record.id, promotionId: hold.promotion_id, now };
    await onlinePromotions.applyToNew(tx, businessId, applied);
  }
  tx.write(insertBooking, {
    business_id: businessId,
    appointment_id: record.id,
    hold_token_sha256: tokenHash,
    language: input.language,
    created_at: now,
  });
  const result = { appointmentId: record.id, isNew: true, depositId: null, cardId: null };
  if (authorised === null || deposit?.account == null) return result;
  const { holdId, accountId, providerPaymentId } = authorised;
  const { provider } = deposit.account;
  const of = { appointmentId: record.id, clientId, currency: snapshot.currency, provider, accountId, now };
  const hasDeposit = authorised.amountMinor > 0;
  if (hasDeposit)
    onlineDeposits.insert(tx, businessId, {
      ...{ ...of, ...authorised },
      paymentId: holdId,
      locationId: hold.location_id,
    });
  const { policyVersion } = snapshot;
  const hasCard = fees !== null && policyVersion !== null && input.card_consent !== undefined;
  if (hasCard)
    onlineDeposits.insertCard(tx, businessId, {
      ...{ ...of, ...fees },
      cardId: holdId,
      setupId: providerPaymentId,
      consentText: input.card_consent ?? "",
      policyVersion,
    });
  return { ...result, depositId: hasDeposit ? holdId : null, cardId: hasCard ? holdId : null };
}

/**
 * Returns the authorised deposit or the entered card of a hold, marked as booked; null if the booking needs none. Throws
 * `deposit_required` if the visitor has not authorised the amount that is due or entered the card, or if the authorisation is
 * being cancelled.
 */
async function claimedDeposit(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  hold: { readonly id: string } & Parameters<typeof holdDeposits.due>[2],
  deposit: HoldDeposit | undefined,
  now: number,
): Promise<AuthorisedDeposit | null> {
  if (deposit === undefined || deposit.account === null) return null;
  const { businessId, currency } = snapshot;
  const dueMinor = await holdDeposits.due(tx, snapshot, hold);
  const { authorised } = deposit;
  const needsCard = dueMinor === 0 && (await holdDeposits.cardFees(tx, snapshot, hold, dueMinor)) !== null;
  if (dueMinor === 0 && !needsCard) return null;
  // An authorised deposit that is no longer due is not taken, not even for its card.
  const isDone = needsCard
    ? authorised?.savesCard === true && authorised.amountMinor === 0
    : authorised !== null && authorised.amountMinor >= dueMinor;
  const isPaid = isDone && authorised?.holdId === hold.id;
  if (isPaid && (await claimDeposit(tx, businessId, hold.id, now))) return authorised;
  const what = needsCard ? "a card for its fees. Enter the card first" : "a deposit. Pay the deposit first";
  throw new ApiError("deposit_required", `This booking requires ${what}.`, {
    amount: moneyOf(dueMinor, currency),
  });
}

/** Returns whether every item that requires a patch test starts while the client's test is valid. */
function isTestValid(
  { location, items }: OnlineCart,
  startsAt: number,
  { patchTestOn }: { readonly patchTestOn?: string },
): boolean {
  if (patchTestOn === undefined) return true;
  const { fromAt, untilAt } = patchTestWindow(location.zone, patchTestOn);
  const assigned = items.flatMap(({ candidates, any: _, ...item }) =>
    candidates[0] === undefined ? [] : [{ ...item, ...candidates[0] }],
  );
  const offsets = offsetsOf(assigned);
  return assigned.every((item, index) => {
    const itemAt = startsAt + (offsets[index] ?? 0);
    return !item.rules.requiresPatchTest || (fromAt <= itemAt && itemAt < untilAt);
  });
}

/**
 * Throws `validation_failed` if the promotion of the hold has ended, because the total would differ from the total shown to the visitor.
 */
async function refuseEndedPromotion(
  tx: Transaction,
  { location, items }: OnlineCart,
  { promotion_id, starts_at }: { readonly promotion_id: string | null; readonly starts_at: number },
  businessId: string,
): Promise<void> {
  if (promotion_id === null) return;
  const terms = await promotionNamed(tx, businessId, promotion_id);
  const serviceIds = items.map((item) => item.serviceId);
  const problems = promotionProblems(terms, serviceIds, dateOf(dayAt(location.zone, starts_at)));
  if (problems.length > 0)
    throw invalid({ path: "/hold_token", message: "is a hold with an expired promotion: create a new hold" });
}

function refuseOtherPolicy({ policyVersion }: SchedulingSnapshot, { policy_version }: Input): void {
  if (policy_version === policyVersion) return;
  throw new ApiError(
    "policy_changed",
    "The policy has changed. Show the current policy and send its version.",
    {
      version: policyVersion,
    },
  );
}
