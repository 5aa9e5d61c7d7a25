import { timingSafeEqual } from "node:crypto";
import { utcOrNull, utcText } from "@daybook/engine";
import type { Static } from "typebox";
import type { KioskCaller } from "../../../kernel/caller.ts";
import { ApiError, notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { refillQuota, useQuota } from "../../../platform/limits/index.ts";
import { hmacOf } from "./hmac.ts";
import type { KioskPin } from "./schema.ts";
import { findLocation, findPin, writePin } from "./store.ts";

/** Limits wrong PINs per location, because all kiosks of a location share the PIN. */
const TRIES = { purpose: "kiosk PIN", max: 5, windowMs: 10 * 60_000 } as const;

/** Returns whether a location has a PIN. Throws `not_found` for an unknown location. */
export async function readPin(
  reader: Reader,
  businessId: string,
  locationId: string,
): Promise<Static<typeof KioskPin>> {
  const [[location], [row]] = await Promise.all([
    reader.query(findLocation, { businessId, locationId }),
    reader.query(findPin, { businessId, locationId }),
  ]);
  if (location === undefined) throw notFound();
  return {
    location_id: locationId,
    has_pin: row !== undefined,
    updated_at: utcOrNull(row?.updated_at ?? null),
  };
}

/** Sets the PIN of a location's kiosks and resets the count of wrong attempts. Throws `not_found` for an unknown location. */
export async function replacePin(
  tx: Transaction,
  secret: string,
  {
    businessId,
    locationId,
    pin,
    now,
  }: { readonly businessId: string; readonly locationId: string; readonly pin: string; readonly now: number },
): Promise<Static<typeof KioskPin>> {
  const [location] = await tx.query(findLocation, { businessId, locationId });
  if (location === undefined) throw notFound();
  tx.write(writePin, {
    business_id: businessId,
    location_id: locationId,
    pin_hmac: pinHmac(secret, businessId, locationId, pin),
    created_at: now,
    updated_at: now,
  });
  await refillQuota(tx, { purpose: TRIES.purpose, subject: locationId });
  return { location_id: locationId, has_pin: true, updated_at: utcText(now) };
}

/**
 * Checks a PIN entered at a kiosk. Counts the attempt before the comparison, so that concurrent attempts are counted too. Throws
 * `code_invalid` for a wrong PIN and for a location without a PIN, and `rate_limited` after five wrong PINs.
 */
export async function checkPin(
  { database, clock }: Context,
  secret: string,
  { businessId, locationId }: KioskCaller,
  pin: string,
): Promise<void> {
  const message = "Too many wrong PINs were entered. Try again later.";
  await useQuota(database, { ...TRIES, subject: locationId }, clock.now(), message);
  const [row] = await database.query(findPin, { businessId, locationId });
  const entered = pinHmac(secret, businessId, locationId, pin);
  if (row === undefined || !timingSafeEqual(row.pin_hmac, entered))
    throw new ApiError("code_invalid", "The PIN is wrong, or the location has no PIN.");
  await refillQuota(database, { purpose: TRIES.purpose, subject: locationId });
}

function pinHmac(secret: string, businessId: string, locationId: string, pin: string): Buffer {
  return hmacOf(secret, `pin:${businessId}:${locationId}:${pin}`);
}
