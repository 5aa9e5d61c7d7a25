import type { Static } from "typebox";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { onlinePromotions } from "../../checkout/promotions/index.ts";
import { onlineAppointments } from "../../scheduling/appointments/index.ts";
import { subjectsToLock } from "../../scheduling/availability/index.ts";
import { claimedTime } from "../../scheduling/calendar/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
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
import { isTestValid, refuseEndedPromotion, refuseOtherPolicy } from "./bookingChecks.ts";
import { claimedDeposit, type HoldDeposit, insertAuthorised } from "./holdDeposit.ts";
import type { OnlineBookingInput } from "./schema.ts";
import { findByHold, insertBooking } from "./store.ts";

type Input = Static<typeof OnlineBookingInput>;

export interface HoldBooking {
  readonly input: Input;
  /** The hash of the hold's token. Default: the hash of `input.hold_token`. */
  readonly tokenHash?: Buffer;
  readonly visitor: VerifiedVisitor;
  readonly now: number;
  /** Absent for trial bookings, which ignore the deposit, and for automatic bookings from the waitlist, which require none. */
  readonly deposit?: HoldDeposit;
}

/** The appointment that was booked from a hold, by this request or an earlier one. */
export interface BookedHold {
  readonly appointmentId: string;
  readonly isNew: boolean;
  /** The id of the deposit to capture; null without a deposit. */
  readonly depositId: string | null;
  /** The id of the card to save; null without a card. */
  readonly cardId: string | null;
}

/** Thrown if the time of a hold is taken. Contains the data for finding alternative start times. */
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
 * Books a hold for a verified visitor who is not blocked. Checks in this order: location, patch test, fields, promotion,
 * policy, deposit, time. The time check ignores the hold itself, so a visitor can book an expired hold while its time is free.
 * A repeated request returns the same appointment. Locks the hold, then the client, then the subjects. Throws `TimeTaken`, or
 * the error of the first check that fails.
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
  const cart = await cartOfHold(tx, snapshot, { location_id: hold.location_id, items });
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
  const { provider } = deposit.account;
  const of = { appointmentId: record.id, clientId, locationId: hold.location_id, provider, now };
  return {
    ...result,
    ...insertAuthorised(tx, snapshot, authorised, { ...of, fees, consent: input.card_consent }),
  };
}

/** Resolves the cart of a hold. Throws `validation_failed` at `/hold_token`, because the request does not contain the items. */
async function cartOfHold(...args: Parameters<typeof cartOf>): Promise<OnlineCart> {
  try {
    return await cartOf(...args);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation_failed") throw error;
    throw invalid({
      path: "/hold_token",
      message: "is a hold of services or staff members that can no longer be booked: create a new hold",
    });
  }
}
