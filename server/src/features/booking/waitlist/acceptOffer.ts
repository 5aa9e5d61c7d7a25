import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import type { BookedHold, HoldDeposit } from "../appointments/index.ts";
import { NotOffered, type OnlineCart, offerHolds } from "../holds/index.ts";
import { bookOffered } from "./bookOffered.ts";
import { lockWithOffer, withdrawOffer } from "./endOffer.ts";
import { checkStart, offerToken } from "./makeOffer.ts";
import { endOffer as endOfferRow, listCompeting, type OfferRow } from "./offerStore.ts";
import type { EntryRow } from "./store.ts";

/** Thrown if the time of an offer is taken. Contains the data for finding alternative start times. */
export class OfferTaken extends Error {
  readonly cart: OnlineCart;
  readonly startsAt: number;
  readonly patchTest: { readonly patchTestOn?: string };

  constructor(cart: OnlineCart, startsAt: number, patchTest: { readonly patchTestOn?: string }) {
    super("The time of the offer is taken.");
    this.cart = cart;
    this.startsAt = startsAt;
    this.patchTest = patchTest;
  }
}

export interface Acceptance {
  readonly entryId: string;
  /** The id of the offer that the client accepts. If undefined, the client accepts the pending offer. */
  readonly offerId: string | undefined;
  readonly policyVersion: number | null;
  readonly language: "en" | "de" | "fr" | "es" | undefined;
  /** The accepted text about charges to the saved card. */
  readonly cardConsent: string | undefined;
  /** The account and the authorised deposit; absent for a trial booking. */
  readonly deposit?: HoldDeposit;
  readonly secret: string;
  readonly now: number;
}

/** An accepted offer, with the deposit to capture and the card to save. */
export interface AcceptedOffer extends Pick<BookedHold, "depositId" | "cardId"> {
  readonly offer: OfferRow;
  readonly appointmentId: string;
}

/** Returns the error for a request to accept or decline an offer that is not pending. */
export function offerEnded(status: string, to: "accepted" | "declined"): ApiError {
  const message = `Only a pending offer can be ${to}. This offer is no longer pending.`;
  return new ApiError("invalid_transition", message, { from: status, to, allowed: [] });
}

/**
 * Accepts the pending offer of an entry for its client and books the appointment by the rules of the booking page. Returns the
 * offer and the appointment; undefined, without changes, if the entry is already booked, for example by an earlier request.
 * Throws `invalid_transition` for an ended offer, `OfferTaken` if the offered time is taken, `deposit_required` for a missing
 * deposit or card, and the other errors of bookings on the booking page.
 */
export async function acceptOffer(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { entryId, offerId, policyVersion, language, cardConsent, deposit, secret, now }: Acceptance,
): Promise<AcceptedOffer | undefined> {
  const { businessId } = snapshot;
  const locked = await lockWithOffer(tx, businessId, entryId);
  if (locked === undefined) throw offerEnded("withdrawn", "accepted");
  const { entry, offer } = locked;
  if (offer === undefined && entry.status === "booked") return undefined;
  if (offer === undefined || (offerId !== undefined && offer.id !== offerId.toLowerCase()))
    throw offerEnded("withdrawn", "accepted");
  if (offer.expires_at <= now) throw offerEnded("expired", "accepted");

  const offered = { startsAt: offer.starts_at, items: offer.items };
  const { cart, patchTest, client } = await checkOffered(tx, snapshot, entry, { ...offered, secret });
  const token = offerToken(secret, businessId, offer.id);
  const answer = { policyVersion, language: language ?? entry.language ?? "en", cardConsent, now } as const;
  let booked: Awaited<ReturnType<typeof bookOffered>>;
  try {
    if (!offer.is_held) {
      const { id, expires_at: expiresAt } = offer;
      await offerHolds.create(tx, snapshot, {
        id,
        token,
        cart,
        patchTest,
        startsAt: offered.startsAt,
        expiresAt,
        now,
      });
    }
    const booking = { entry, client, holdId: offer.id, token, offered, answer, deposit, isAtOnce: false };
    booked = await bookOffered(tx, snapshot, booking);
  } catch (error) {
    if (error instanceof NotOffered) throw new OfferTaken(cart, offered.startsAt, patchTest);
    throw error;
  }
  tx.write(endOfferRow, { business_id: businessId, id: offer.id, status: "accepted", updated_at: now });
  const { depositId, cardId } = booked;
  return { offer, appointmentId: booked.entry.appointment_id ?? "", depositId, cardId };
}

/** Checks the start of an offer. Throws `validation_failed` at `/offer_id`, because the request does not contain the items. */
async function checkOffered(...args: Parameters<typeof checkStart>): ReturnType<typeof checkStart> {
  try {
    return await checkStart(...args);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation_failed") throw error;
    throw invalid({
      path: "/offer_id",
      message: "is an offer of services or staff members that can no longer be booked",
    });
  }
}

/**
 * Lists the other pending offers whose time overlaps for the same staff members. Offers with a hold are not listed, because two
 * holds never overlap.
 */
export function listCompetingOffers(
  reader: Reader,
  businessId: string,
  { location_id, starts_at, ends_at, items }: OfferRow,
): Promise<{ id: string; entry_id: string }[]> {
  return reader.query(listCompeting, {
    businessId,
    locationId: location_id,
    startsAt: starts_at,
    endsAt: ends_at,
    staffIds: items.map((item) => item.staff_id),
  });
}

/** Withdraws an offer whose time is taken, if the offer is still pending. */
export async function withdrawTaken(
  tx: Transaction,
  businessId: string,
  { entry_id: entryId, id }: { readonly entry_id: string; readonly id: string },
  now: number,
): Promise<void> {
  const locked = await lockWithOffer(tx, businessId, entryId);
  if (locked?.offer?.id !== id) return;
  await withdrawOffer(tx, businessId, locked as { entry: EntryRow; offer: OfferRow }, now);
}
