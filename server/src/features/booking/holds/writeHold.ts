import { dateOf, dayAt, timeTaken } from "@daybook/engine";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { OnlinePlacement } from "../../scheduling/availability/index.ts";
import { claimedTime, type LockedClaims } from "../../scheduling/calendar/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { insertHold } from "./store.ts";

export interface NewHold {
  readonly id: string;
  readonly token: string;
  readonly startsAt: number;
  readonly promotionId: string | null;
  /** The rate-limit bucket of the visitor's IP address. */
  readonly address: string;
  readonly isVerified: boolean;
  readonly expiresAt: number;
  readonly now: number;
}

/** Writes a hold and claims its time. The caller must have locked the subjects before reading `locked`. */
export async function writeHold(
  tx: Transaction,
  { businessId }: SchedulingSnapshot,
  location: LocationSnapshot,
  { items, placement }: OnlinePlacement,
  locked: LockedClaims,
  hold: NewHold,
): Promise<void> {
  const { id, token, startsAt, expiresAt, now } = hold;
  const resourceIds = placement.items.map((item) => item.resourceIds);
  const taken = timeTaken(items, startsAt, resourceIds);
  await claimedTime.takeOnline(tx, location, locked, taken, { cause: { holdId: id, expiresAt }, now });
  tx.write(insertHold, {
    business_id: businessId,
    id,
    token_sha256: hashOfToken(token),
    location_id: location.id,
    starts_at: startsAt,
    service_ids: items.map((item) => item.serviceId),
    staff_ids: items.map((item) => item.staffId),
    starts_ons: placement.items.map((item) => dateOf(dayAt(location.zone, item.startsAt))),
    promotion_id: hold.promotionId,
    address: hold.address,
    proven_at: hold.isVerified ? now : null,
    extended_at: null,
    expires_at: expiresAt,
    created_at: now,
  });
}
