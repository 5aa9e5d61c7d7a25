import { invalid } from "../../../kernel/errors.ts";
import type { Database, Reader, Transaction } from "../../../platform/database/index.ts";
import type { OfferedItem, PendingOffer } from "../../../tables/booking.ts";
import { onlineDeposits, type PaymentProvider } from "../../checkout/payments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { type RequiredPayment, requiredPayment } from "../appointments/index.ts";
import { holdDeposits, NotOffered, offerHolds } from "../holds/index.ts";
import { type Acceptance, acceptOffer, OfferTaken, offerEnded } from "./acceptOffer.ts";
import { lockWithOffer } from "./endOffer.ts";
import { checkStart, offerToken } from "./makeOffer.ts";
import { extendOffer, findOfferable } from "./offerStore.ts";

/** Returns the items of an offer as the items of its hold. The hold of an offer never has a promotion. */
function heldItems(items: readonly OfferedItem[]) {
  return {
    service_ids: items.map(({ service_id }) => service_id),
    staff_ids: items.map(({ staff_id }) => staff_id),
    promotion_id: null,
  };
}

/**
 * Returns the deposit and the card fees that an offer requires, in minor units; null if the business cannot take deposits, if
 * the client is deleted, or if the offer reschedules an appointment, which keeps its deposit.
 */
export async function termsOfOffer(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  provider: PaymentProvider | null,
  { entryId, items }: { readonly entryId: string; readonly items: readonly OfferedItem[] },
) {
  const { businessId } = snapshot;
  const accountId = await onlineDeposits.accountOf(reader, businessId, provider);
  if (accountId === null) return null;
  const [client] = await reader.query(findOfferable, { business_id: businessId, id: entryId });
  if (client === undefined || client.is_replaced_open) return null;
  const held = heldItems(items);
  const depositMinor = await holdDeposits.due(reader, snapshot, held);
  return { depositMinor, fees: await holdDeposits.cardFees(reader, snapshot, held, depositMinor) };
}

/** Thrown to roll back a trial acceptance. */
class TrialEnded extends Error {}

/**
 * Accepts an offer in a transaction that is rolled back, so that the client pays only for an offer that can be accepted.
 * Returns the required deposit and card. Throws the errors of `acceptOffer` except `deposit_required`, and `validation_failed`
 * for an entry that is already booked and for an offer that reschedules an appointment.
 */
export async function checkAcceptance(
  database: Database,
  snapshot: SchedulingSnapshot,
  acceptance: Omit<Acceptance, "deposit">,
): Promise<RequiredPayment> {
  let required: RequiredPayment | undefined;
  try {
    await database.transaction(async (tx) => {
      const ids = { business_id: snapshot.businessId, id: acceptance.entryId };
      const [client] = await tx.query(findOfferable, ids);
      const accepted = await acceptOffer(tx, snapshot, acceptance);
      if (accepted === undefined)
        throw invalid({ path: "/offer_id", message: "is an offer of an entry that is already booked" });
      if (client?.is_replaced_open === true)
        throw invalid({
          path: "/offer_id",
          message: "requires no deposit and no card: accept the offer without a payment",
        });
      const { id, items } = accepted.offer;
      required = await requiredPayment(tx, snapshot, { id, ...heldItems(items) });
      throw new TrialEnded();
    });
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error;
  }
  if (required === undefined)
    throw new Error("The dry run of accepting the offer did not return the payment that the offer requires.");
  return required;
}

/**
 * Extends a pending offer and its hold to an instant, because the client has started to pay. If the offer has no hold, creates
 * one, so that no other client can accept the same time in the meantime. Returns the expiry, which is at the latest the start
 * and never earlier than the previous expiry. Throws `invalid_transition` for an ended offer, `OfferTaken` if its time is
 * taken, and the errors of `checkStart`.
 */
export async function keepWhilePaying(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  {
    entryId,
    offerId,
    secret,
  }: { readonly entryId: string; readonly offerId: string; readonly secret: string },
  untilAt: number,
  now: number,
): Promise<number> {
  const { businessId } = snapshot;
  const locked = await lockWithOffer(tx, businessId, entryId);
  if (locked?.offer?.id !== offerId) throw offerEnded("withdrawn", "accepted");
  const { entry, offer } = locked;
  if (offer.expires_at <= now) throw offerEnded("expired", "accepted");
  const expiresAt = Math.max(offer.expires_at, Math.min(untilAt, offer.starts_at));
  const start = { startsAt: offer.starts_at, items: offer.items };
  const { cart, patchTest } = await checkStart(tx, snapshot, entry, { ...start, secret });
  const token = offerToken(secret, businessId, offerId);
  const taken = () => new OfferTaken(cart, offer.starts_at, patchTest);
  if (offer.is_held) {
    const kept = await holdDeposits.keepUntil(tx, { businessId, token, now }, expiresAt);
    if (kept === undefined) throw taken();
  } else {
    const hold = { id: offerId, token, cart, patchTest, startsAt: offer.starts_at, expiresAt, now };
    await offerHolds.create(tx, snapshot, hold).catch((error: unknown) => {
      throw error instanceof NotOffered ? taken() : error;
    });
  }
  tx.write(extendOffer, { business_id: businessId, id: offerId, expires_at: expiresAt, updated_at: now });
  return expiresAt;
}

/** Returns the data to store with a payment. If the client pays and closes the page, the server uses the data to accept the offer. */
export function pendingOffer({ entryId, policyVersion, language, cardConsent }: Acceptance): PendingOffer {
  return {
    entry_id: entryId,
    policy_version: policyVersion,
    ...(language === undefined ? {} : { language }),
    ...(cardConsent === undefined ? {} : { card_consent: cardConsent }),
  };
}
