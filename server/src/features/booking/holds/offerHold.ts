import type { Transaction } from "../../../platform/database/index.ts";
import { largestExtent, onlinePlacement, subjectsToLock } from "../../scheduling/availability/index.ts";
import { claimedTime, lockAndReadClaims } from "../../scheduling/calendar/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { NotOffered } from "./createHold.ts";
import type { OnlineCart } from "./onlineRequest.ts";
import { deleteHold } from "./store.ts";
import { writeHold } from "./writeHold.ts";

/** The time that a waitlist offer holds for its client. */
export interface OfferHold {
  /** The id of the offer; the hold has the same id. */
  readonly id: string;
  readonly token: string;
  readonly cart: OnlineCart;
  readonly startsAt: number;
  readonly patchTest: { readonly patchTestOn?: string };
  readonly expiresAt: number;
  readonly now: number;
}

/**
 * Holds a start time for an offer, with the same checks as a visitor's hold. Returns the end of the last item. Throws `NotOffered` if
 * availability does not offer the time online.
 */
async function create(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { cart, startsAt, patchTest, now, ...hold }: OfferHold,
): Promise<number> {
  const { location, items } = cart;
  const subjectIds = subjectsToLock(snapshot, location, items);
  const locked = await lockAndReadClaims(
    tx,
    snapshot.businessId,
    subjectIds,
    [largestExtent(items, startsAt)],
    { now, excludeAppointmentId: null, audience: "online" },
  );
  const request = { location, items, startsAt, now, excludeAppointmentId: null, ...patchTest };
  const placed = await onlinePlacement(tx, snapshot, request);
  if (placed === null) throw new NotOffered();
  await writeHold(tx, snapshot, location, placed, locked, {
    ...hold,
    startsAt,
    promotionId: null,
    address: "waitlist",
    isVerified: true,
    now,
  });
  return placed.placement.items.at(-1)?.endsAt ?? startsAt;
}

/** Releases the time of an offer and deletes its hold. Returns whether the hold had not been revoked. */
async function release(tx: Transaction, businessId: string, offerId: string): Promise<boolean> {
  const wasHeld = await claimedTime.lockHold(tx, businessId, offerId);
  claimedTime.releaseHold(tx, businessId, offerId);
  tx.write(deleteHold, { business_id: businessId, id: offerId });
  return wasHeld;
}

/** Returns whether an offer's hold is not revoked. A booking by staff at the time of the hold revokes the hold. Locks the subjects. */
function isHeld(tx: Transaction, businessId: string, offerId: string): Promise<boolean> {
  return claimedTime.lockHold(tx, businessId, offerId);
}

/** Operations on the holds of waitlist offers. */
export const offerHolds = { create, release, isHeld };
