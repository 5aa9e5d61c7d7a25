import { utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { claimedTime } from "../../scheduling/calendar/index.ts";
import { VERIFIED_MS } from "./createHold.ts";
import { deleteHold, type HoldRow, lockHoldRow, updateExpiry } from "./store.ts";

const EXTENSION_MS = 5 * 60_000;

export interface HoldChange {
  readonly businessId: string;
  readonly token: string;
  readonly now: number;
}

/** Locks a hold and its subjects. Returns undefined if the hold is unknown or expired, or if staff have booked its time. */
async function lockLiveHold(
  tx: Transaction,
  { businessId, token, now }: HoldChange,
): Promise<HoldRow | undefined> {
  const [hold] = await tx.query(lockHoldRow, { business_id: businessId, token_sha256: hashOfToken(token) });
  if (hold === undefined || hold.expires_at <= now) return undefined;
  return (await claimedTime.lockHold(tx, businessId, hold.id)) ? hold : undefined;
}

/**
 * Extends a hold by five minutes, but only once: further requests change nothing. Throws `not_found` if the hold is unknown or expired, or
 * if staff have booked its time.
 */
export async function extend(tx: Transaction, change: HoldChange): Promise<{ expires_at: string }> {
  const hold = await lockLiveHold(tx, change);
  if (hold === undefined) throw notFound();
  if (hold.extended_at !== null) return { expires_at: utcText(hold.expires_at) };
  const expiresAt = hold.expires_at + EXTENSION_MS;
  setExpiry(tx, change.businessId, { ...hold, extended_at: change.now }, expiresAt);
  return { expires_at: utcText(expiresAt) };
}

/** Releases a hold and its time. Throws `not_found` for an unknown hold. */
export async function release(tx: Transaction, { businessId, token }: HoldChange): Promise<void> {
  const [hold] = await tx.query(lockHoldRow, { business_id: businessId, token_sha256: hashOfToken(token) });
  if (hold === undefined) throw notFound();
  await claimedTime.lockHold(tx, businessId, hold.id);
  claimedTime.releaseHold(tx, businessId, hold.id);
  tx.write(deleteHold, { business_id: businessId, id: hold.id });
}

/** Marks a live hold as verified and extends it to at least ten minutes from now. Does nothing if the hold is not live. */
export async function markVerified(tx: Transaction, change: HoldChange): Promise<void> {
  const hold = await lockLiveHold(tx, change);
  if (hold === undefined) return;
  const expiresAt = Math.max(hold.expires_at, change.now + VERIFIED_MS);
  setExpiry(tx, change.businessId, { ...hold, proven_at: hold.proven_at ?? change.now }, expiresAt);
}

/**
 * Extends a live hold to at least this instant while its visitor pays a deposit. Returns the hold's expiry; undefined if the hold is not
 * live.
 */
export async function keepUntil(
  tx: Transaction,
  change: HoldChange,
  untilAt: number,
): Promise<number | undefined> {
  const hold = await lockLiveHold(tx, change);
  if (hold === undefined) return undefined;
  const expiresAt = Math.max(hold.expires_at, untilAt);
  setExpiry(tx, change.businessId, hold, expiresAt);
  return expiresAt;
}

function setExpiry(tx: Transaction, businessId: string, hold: HoldRow, expiresAt: number): void {
  const { id, proven_at, extended_at } = hold;
  tx.write(updateExpiry, { business_id: businessId, id, proven_at, extended_at, expires_at: expiresAt });
  claimedTime.extendHold(tx, businessId, id, expiresAt);
}
