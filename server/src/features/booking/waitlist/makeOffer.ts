import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { OfferedItem } from "../../../tables/booking.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { cartOf, type OnlineCart, offerHolds, patchTestFor } from "../holds/index.ts";
import { linkToken } from "../manage-links/index.ts";
import { unavailable } from "../public-business/index.ts";
import { isContactBlocked } from "../visitors/index.ts";
import { queueWaitlistEmail } from "./emails.ts";
import { findOfferable, insertOffer, type OfferRow } from "./offerStore.ts";
import { saveEntry } from "./saveEntry.ts";
import type { EntryRow } from "./store.ts";

/** A start time to offer to the client of a waiting entry or to book automatically. */
export interface OfferedStart {
  readonly startsAt: number;
  readonly items: readonly OfferedItem[];
}

/** A start time whose client, location, services and patch test have been checked. */
export interface CheckedStart extends OfferedStart {
  readonly cart: OnlineCart;
  readonly patchTest: { readonly patchTestOn?: string };
  readonly client: NonNullable<(typeof findOfferable)["row"]>;
}

/**
 * Checks whether a start time may be offered to the client of an entry. Throws `online_booking_unavailable` for a blocked or deleted client
 * and for an unpublished location, `patch_test_required` for a client without a required patch test, and `validation_failed` for services
 * that cannot be booked online.
 */
export async function checkStart(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  entry: EntryRow,
  { startsAt, items, secret }: OfferedStart & { readonly secret: string },
): Promise<CheckedStart> {
  const { businessId } = snapshot;
  const [client] = await tx.query(findOfferable, { business_id: businessId, id: entry.id });
  if (client === undefined || client.is_blocked || !client.is_published) throw unavailable();
  const contact = { email: client.client_email, phone_e164: client.client_phone_e164 };
  if (await isContactBlocked(tx, businessId, contact, secret)) throw unavailable();
  const cart = await cartOf(tx, snapshot, { location_id: entry.location_id, items });
  const person = { id: entry.client_id, ...client };
  return { startsAt, items, cart, patchTest: patchTestFor(cart.items, person), client };
}

/** Returns the token of an offer's hold. The token is derived from the ids, so that it need not be stored. */
export function offerToken(secret: string, businessId: string, offerId: string): string {
  return linkToken(secret, "waitlist offers", { businessId, id: offerId });
}

/**
 * Offers a start time to the client of a locked waiting entry and queues the e-mail. With `isHeld`, holds the time until the offer expires.
 * Throws `NotOffered` if availability does not offer the time online, and the errors of `checkStart`.
 */
export async function makeOffer(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  entry: EntryRow,
  offered: OfferedStart & {
    readonly secret: string;
    readonly isHeld: boolean;
    readonly endsAt: number;
    readonly expiresAt: number;
    /** If true, no e-mail is queued. */
    readonly isSilent?: boolean;
    readonly now: number;
  },
): Promise<OfferRow> {
  const { businessId } = snapshot;
  const { startsAt, items, secret, isHeld, expiresAt, now } = offered;
  const { cart, patchTest } = await checkStart(tx, snapshot, entry, offered);
  const id = newId();
  const token = offerToken(secret, businessId, id);
  const endsAt = isHeld
    ? await offerHolds.create(tx, snapshot, { id, token, cart, startsAt, patchTest, expiresAt, now })
    : offered.endsAt;
  const offer: OfferRow = {
    id,
    entry_id: entry.id,
    location_id: entry.location_id,
    status: "pending",
    starts_at: startsAt,
    ends_at: endsAt,
    items,
    is_held: isHeld,
    expires_at: expiresAt,
    created_at: now,
    updated_at: now,
  };
  tx.write(insertOffer, { business_id: businessId, ...offer });
  saveEntry(tx, businessId, entry, { status: "offered" }, now);
  if (offered.isSilent === true) return offer;
  await queueWaitlistEmail(tx, {
    kind: "offer",
    businessId,
    entryId: entry.id,
    about: id,
    startsAt,
    untilAt: expiresAt,
    isShared: !isHeld,
  });
  return offer;
}
