import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid, notFound } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { NotOffered } from "../holds/index.ts";
import { OfferTaken } from "./acceptOffer.ts";
import { teamAnswerBy } from "./answerTimes.ts";
import { lockWithOffer, withdrawOffer } from "./endOffer.ts";
import { getEntry } from "./entries.ts";
import { checkStart, makeOffer } from "./makeOffer.ts";
import { findOffer } from "./offerStore.ts";
import type { OfferInputValues, WaitlistOfferRecord } from "./schema.ts";
import type { EntryRow } from "./store.ts";

/**
 * Offers a start time to the client of an entry on behalf of a user and returns the offer. Throws `not_found` for an unknown
 * entry, `invalid_transition` for an entry that is not waiting, `validation_failed` for invalid items or a start in the past,
 * `OfferTaken` if availability does not offer the time online, and the errors of `checkStart`.
 */
export async function createTeamOffer(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { starts_at, items: sent }: OfferInputValues,
  {
    entryId,
    own,
    secret,
    isSilent = false,
    now,
  }: {
    readonly entryId: string;
    readonly own: OwnOnly | null;
    readonly secret: string;
    /** If true, the client gets no e-mail. */
    readonly isSilent?: boolean;
    readonly now: number;
  },
): Promise<WaitlistOfferRecord> {
  const { businessId } = snapshot;
  await assertCurrent(tx, snapshot);
  const locked = await lockWithOffer(tx, businessId, entryId, own?.staffId ?? null);
  if (locked === undefined) throw notFound();
  const { entry } = locked;
  if (entry.status !== "waiting")
    throw new ApiError(
      "invalid_transition",
      `A waitlist entry with the status ${entry.status} accepts no offers. The status must be waiting.`,
      {
        from: entry.status,
        to: "offered",
        allowed: [],
      },
    );
  const items = offeredItems(entry, sent);
  const startsAt = instantOf(starts_at);
  if (startsAt <= now) throw invalid({ path: "/starts_at", message: "must be in the future" });
  const offered = { startsAt, items, secret, isSilent };
  try {
    const expiresAt = teamAnswerBy(startsAt, now);
    await makeOffer(tx, snapshot, entry, { ...offered, isHeld: true, endsAt: startsAt, expiresAt, now });
  } catch (error) {
    if (!(error instanceof NotOffered)) throw error;
    const { cart, patchTest } = await checkStart(tx, snapshot, entry, offered);
    throw new OfferTaken(cart, startsAt, patchTest);
  }
  return offerOf(tx, businessId, entry.id);
}

/**
 * Returns the items of an offer. Throws `validation_failed` unless the items have the services and the requested staff members of the
 * entry.
 */
function offeredItems({ items }: EntryRow, sent: OfferInputValues["items"]) {
  if (sent.length !== items.length)
    throw invalid({
      path: "/items",
      message: "must have the same services as the waitlist entry, in the same order",
    });
  return sent.map((item, index) => {
    const { service_id, staff_id } = items[index] ?? { service_id: "", staff_id: null };
    const [serviceId, staffId] = [item.service_id.toLowerCase(), item.staff_id.toLowerCase()];
    if (serviceId !== service_id)
      throw invalid({
        path: `/items/${index}/service_id`,
        message: `must be ${service_id}, the service of this item in the waitlist entry`,
      });
    if (staff_id !== null && staffId !== staff_id)
      throw invalid({
        path: `/items/${index}/staff_id`,
        message: `must be ${staff_id}, the staff member of this item in the waitlist entry`,
      });
    return { service_id: serviceId, staff_id: staffId };
  });
}

async function offerOf(tx: Transaction, businessId: string, entryId: string): Promise<WaitlistOfferRecord> {
  const { offer } = await getEntry(tx, businessId, entryId, null);
  if (offer === null) throw new Error("The entry has no offer.");
  return offer;
}

/**
 * Withdraws a pending offer on behalf of a user. Does nothing if the offer has already ended. Throws `not_found` for an unknown
 * offer and, with `own`, for an entry that does not name the staff member.
 */
export async function withdrawTeamOffer(
  tx: Transaction,
  businessId: string,
  { offerId, own, now }: { readonly offerId: string; readonly own: OwnOnly | null; readonly now: number },
): Promise<void> {
  const [found] = await tx.query(findOffer, { business_id: businessId, id: offerId });
  if (found === undefined) throw notFound();
  const locked = await lockWithOffer(tx, businessId, found.entry_id, own?.staffId ?? null);
  if (locked === undefined) throw notFound();
  const { entry, offer } = locked;
  if (offer?.id === found.id) await withdrawOffer(tx, businessId, { entry, offer }, now);
}
