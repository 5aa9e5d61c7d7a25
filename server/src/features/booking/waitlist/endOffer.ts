import type { Transaction } from "../../../platform/database/index.ts";
import { offerHolds } from "../holds/index.ts";
import { queueWaitlistEmail } from "./emails.ts";
import { endOffer, findPendingOffer, type OfferRow } from "./offerStore.ts";
import { saveEntry } from "./saveEntry.ts";
import { type EntryRow, lockEntry } from "./store.ts";

/** Number of unanswered offers after which the e-mail asks whether the client is still waiting. */
const MAX_UNANSWERED = 3;

/** Locks an entry with any status and reads its pending offer. */
export async function lockWithOffer(
  tx: Transaction,
  businessId: string,
  entryId: string,
  ownStaffId: string | null = null,
): Promise<{ readonly entry: EntryRow; readonly offer: OfferRow | undefined } | undefined> {
  const [entry] = await tx.query(lockEntry, { business_id: businessId, id: entryId, ownStaffId });
  if (entry === undefined) return undefined;
  const [offer] = await tx.query(findPendingOffer, { business_id: businessId, entry_id: entryId });
  return { entry, offer };
}

/** Ends a pending offer, releases its time and sets the entry to waiting. The entry must be locked. */
async function end(
  tx: Transaction,
  businessId: string,
  { entry, offer }: { readonly entry: EntryRow; readonly offer: OfferRow },
  status: "declined" | "expired" | "withdrawn",
  now: number,
): Promise<EntryRow> {
  if (offer.is_held) await offerHolds.release(tx, businessId, offer.id);
  tx.write(endOffer, { business_id: businessId, id: offer.id, status, updated_at: now });
  const expired_offers = entry.expired_offers + (status === "expired" ? 1 : 0);
  return saveEntry(tx, businessId, entry, { status: "waiting", expired_offers }, now);
}

/** Declines an offer for its client. A worker matches the time that the offer held with other entries without a delay. */
export function declineOffer(
  tx: Transaction,
  businessId: string,
  locked: { readonly entry: EntryRow; readonly offer: OfferRow },
  now: number,
): Promise<EntryRow> {
  return end(tx, businessId, locked, "declined", now);
}

/** Withdraws an offer because its time is taken or staff request it. Notifies the client and sets the entry to waiting. */
export async function withdrawOffer(
  tx: Transaction,
  businessId: string,
  locked: { readonly entry: EntryRow; readonly offer: OfferRow },
  now: number,
): Promise<EntryRow> {
  const after = await end(tx, businessId, locked, "withdrawn", now);
  const { id: about, starts_at: startsAt } = locked.offer;
  await queueWaitlistEmail(tx, { kind: "gone", businessId, entryId: after.id, about, startsAt });
  return after;
}

/** Expires an unanswered offer. Returns false if the offer has already ended or is still valid. */
export async function expireOffer(
  tx: Transaction,
  { business_id: businessId, id, entry_id: entryId }: { business_id: string; id: string; entry_id: string },
  now: number,
): Promise<boolean> {
  const locked = await lockWithOffer(tx, businessId, entryId);
  const offer = locked?.offer;
  if (locked === undefined || offer?.id !== id || offer.expires_at > now) return false;
  const after = await end(tx, businessId, { entry: locked.entry, offer }, "expired", now);
  await queueWaitlistEmail(tx, {
    kind: "expired",
    businessId,
    entryId,
    about: id,
    startsAt: offer.starts_at,
    isUnanswered: after.expired_offers % MAX_UNANSWERED === 0,
  });
  return true;
}

/** Withdraws an offer if a booking by staff revoked its hold. */
export async function withdrawRevoked(
  tx: Transaction,
  { business_id: businessId, id, entry_id: entryId }: { business_id: string; id: string; entry_id: string },
  now: number,
): Promise<void> {
  const locked = await lockWithOffer(tx, businessId, entryId);
  const offer = locked?.offer;
  if (locked === undefined || offer?.id !== id) return;
  if (offer.is_held && (await offerHolds.isHeld(tx, businessId, id))) return;
  await withdrawOffer(tx, businessId, { entry: locked.entry, offer }, now);
}

/** Withdraws the pending offer of an entry that is being booked or cancelled, without sending an e-mail. The entry must be locked. */
export async function dropOffer(
  tx: Transaction,
  businessId: string,
  entryId: string,
  now: number,
): Promise<void> {
  const [offer] = await tx.query(findPendingOffer, { business_id: businessId, entry_id: entryId });
  if (offer === undefined) return;
  if (offer.is_held) await offerHolds.release(tx, businessId, offer.id);
  tx.write(endOffer, { business_id: businessId, id: offer.id, status: "withdrawn", updated_at: now });
}
