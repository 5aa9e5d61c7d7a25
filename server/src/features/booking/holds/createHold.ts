import { dateOf, dayAt, durationOf, localText, utcText } from "@daybook/engine";
import type { Static } from "typebox";
import { refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { instantOf } from "../../../kernel/instants.ts";
import { moneyOf } from "../../../kernel/money.ts";
import { hashOfToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { onlinePromotions, type PromotionTerms, promotionProblems } from "../../checkout/promotions/index.ts";
import {
  largestExtent,
  type OnlinePlacement,
  onlinePlacement,
  subjectsToLock,
} from "../../scheduling/availability/index.ts";
import { claimedTime, lockAndReadClaims, lockSubjects } from "../../scheduling/calendar/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import type { VerifiedVisitor } from "../visitors/index.ts";
import { discounted } from "./discounted.ts";
import { cardFees, dueDeposit } from "./dueDeposit.ts";
import { type OnlineCart, patchTestFor, patchTestRequired, personOf } from "./onlineRequest.ts";
import type { Hold, HoldInput } from "./schema.ts";
import { deleteHold, listUnverified, lockHoldRow } from "./store.ts";
import { writeHold } from "./writeHold.ts";

const MINUTE_MS = 60_000;
const UNVERIFIED_MS = 3 * MINUTE_MS;
export const VERIFIED_MS = 10 * MINUTE_MS;

/** Thrown if the start time is not offered online. */
export class NotOffered extends Error {}

export interface HoldRequest {
  readonly input: Static<typeof HoldInput>;
  readonly cart: OnlineCart;
  readonly visitor: VerifiedVisitor | null;
  /** Whether the business can take deposits. */
  readonly takesDeposits: boolean;
  /** The rate-limit bucket of the visitor's IP address. */
  readonly address: string;
  readonly now: number;
}

/**
 * Holds a start time that availability offers online. Locks all candidate subjects and runs the same search as availability, so
 * that only one of several concurrent requests for the same time succeeds. Releases the earlier hold `replaces` in the same
 * transaction. The hold of a verified visitor replaces conflicting unverified holds. Throws `validation_failed` for an invalid
 * `person` or promotion code, `NotOffered` if the start is not available, and `patch_test_required` if a service needs a patch
 * test that the client does not have or that is not valid at the start. Each error rolls the transaction back, so the earlier
 * hold remains.
 */
export async function createHold(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { input, cart, visitor, takesDeposits, address, now }: HoldRequest,
): Promise<Static<typeof Hold>> {
  const { businessId } = snapshot;
  const { location, items } = cart;
  const startsAt = instantOf(input.starts_at);
  const patchTest = patchTestFor(items, personOf(visitor, input.person));
  const promotion = await promotionFor(tx, snapshot, cart, input);
  const subjectIds = subjectsToLock(snapshot, location, items);
  await replaceEarlier(tx, businessId, input.replaces, subjectIds);

  const request = { location, items, startsAt, now, excludeAppointmentId: null };
  let placed = await onlinePlacement(tx, snapshot, { ...request, ...patchTest });
  const readClaims = () =>
    lockAndReadClaims(tx, businessId, subjectIds, [largestExtent(items, startsAt)], {
      now,
      excludeAppointmentId: null,
      audience: "online",
    });
  if (placed === null && visitor !== null) {
    const locked = await readClaims();
    const holdIds = new Set(locked.rows.map((row) => row.hold_id));
    const unverified = await tx.query(listUnverified, {
      business_id: businessId,
      location_id: location.id,
      now,
    });
    for (const { id } of unverified.filter((hold) => holdIds.has(hold.id))) {
      claimedTime.revokeHold(tx, locked, id);
      placed = await onlinePlacement(tx, snapshot, { ...request, ...patchTest });
      if (placed !== null) break;
    }
  }
  if (placed === null) {
    const isTestTheReason =
      patchTest.patchTestOn !== undefined && (await onlinePlacement(tx, snapshot, request)) !== null;
    if (isTestTheReason) throw patchTestRequired(items);
    throw new NotOffered();
  }
  const token = newLinkToken();
  const expiresAt = now + (visitor === null ? UNVERIFIED_MS : VERIFIED_MS);
  await writeHold(tx, snapshot, location, placed, await readClaims(), {
    id: newId(),
    token,
    startsAt,
    promotionId: promotion?.promotionId ?? null,
    address,
    isVerified: visitor !== null,
    expiresAt,
    now,
  });
  const held = {
    service_ids: placed.items.map((item) => item.serviceId),
    staff_ids: placed.items.map((item) => item.staffId),
    promotion_id: promotion?.promotionId ?? null,
  };
  const deposit = takesDeposits ? await dueDeposit(tx, snapshot, held) : 0;
  const fees = takesDeposits ? await cardFees(tx, snapshot, held, deposit) : null;
  const money = (minor: number | null) => (minor ? moneyOf(minor, snapshot.currency) : null);
  return {
    ...holdRecord(snapshot, cart, placed, { token, expiresAt, promotion }),
    deposit: money(deposit),
    card:
      fees === null
        ? null
        : { late_cancel_fee: money(fees.lateCancelMinor), no_show_fee: money(fees.noShowMinor) },
  };
}

/**
 * Returns the promotion for the code that the visitor entered; null without a code. Throws `validation_failed` for a code that cannot be
 * used.
 */
async function promotionFor(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { location, items }: OnlineCart,
  { promotion_code: code, starts_at }: Static<typeof HoldInput>,
): Promise<PromotionTerms | null> {
  if (code === undefined) return null;
  const promotion = await onlinePromotions.withCode(tx, snapshot.businessId, code);
  const serviceIds = items.map((item) => item.serviceId);
  const date = dateOf(dayAt(location.zone, instantOf(starts_at)));
  refuseIf(promotionProblems(promotion, serviceIds, date, "/promotion_code"));
  return promotion;
}

/** Locks the subjects of both holds and releases the earlier hold. Ignores an unknown earlier hold. */
async function replaceEarlier(
  tx: Transaction,
  businessId: string,
  token: string | undefined,
  subjectIds: readonly string[],
): Promise<void> {
  const [earlier] =
    token === undefined
      ? []
      : await tx.query(lockHoldRow, { business_id: businessId, token_sha256: hashOfToken(token) });
  if (earlier === undefined) return lockSubjects(tx, businessId, subjectIds);
  await claimedTime.lockHold(tx, businessId, earlier.id, subjectIds);
  claimedTime.releaseHold(tx, businessId, earlier.id);
  tx.write(deleteHold, { business_id: businessId, id: earlier.id });
}

function holdRecord(
  snapshot: SchedulingSnapshot,
  { location }: OnlineCart,
  { items, placement }: OnlinePlacement,
  {
    token,
    expiresAt,
    promotion,
  }: { readonly token: string; readonly expiresAt: number; readonly promotion: PromotionTerms | null },
): Omit<Static<typeof Hold>, "deposit" | "card"> {
  const local = (at: number) => localText(location.zone, at);
  const records = items.map((item, index) => {
    const { startsAt = 0, endsAt = 0 } = placement.items[index] ?? {};
    const amount = snapshot.services.get(item.serviceId)?.performers.get(item.staffId)?.priceAmount ?? 0;
    return {
      service_id: item.serviceId,
      staff_id: item.staffId,
      starts_at: local(startsAt),
      ends_at: local(endsAt),
      duration_minutes: durationOf(item.phases),
      price: moneyOf(amount, snapshot.currency),
    };
  });
  return {
    hold_token: token,
    expires_at: utcText(expiresAt),
    location_id: location.id,
    starts_at: local(placement.items[0]?.startsAt ?? 0),
    ends_at: local(placement.items.at(-1)?.endsAt ?? 0),
    time_zone: location.zone.name,
    items: records,
    ...discounted(records, promotion, snapshot.currency),
  };
}
