import { dateOf, dayAt, localText, startOfDay } from "@daybook/engine";
import type { Static } from "typebox";
import type { KioskCaller } from "../../../kernel/caller.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { useQuota } from "../../../platform/limits/index.ts";
import { blockedContactKey, createClient, isBlockedContact } from "../../clients/clients/index.ts";
import { firstStart } from "../../scheduling/availability/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { cartOf, patchTestFor } from "../holds/index.ts";
import { addWalkIn, findWalkIn } from "../waitlist/index.ts";
import { isAnyBlocked } from "./arrivalStore.ts";
import type { KioskWalkIn, KioskWalkInValues } from "./kioskSchema.ts";
import { lockKiosk } from "./store.ts";

const WALK_INS = { purpose: "kiosk walk-ins", max: 20, windowMs: 60 * 60_000 } as const;
const DIGITS = 7;

/** Counts a walk-in of a kiosk. Throws `rate_limited` from the twenty-first walk-in within an hour on. */
export async function countWalkIn({ database, clock }: Context, { kioskId }: KioskCaller): Promise<void> {
  const message = "Too many walk-ins at this kiosk. Try again later.";
  await useQuota(database, { ...WALK_INS, subject: kioskId }, clock.now(), message);
}

/**
 * Creates a client and a waitlist entry for today, and returns the next free time today. A repeated request adds no second
 * entry. Adds no entry if the phone number belongs to a blocked client. Throws `patch_test_required` for a service that needs a
 * patch test, and `validation_failed` for invalid input.
 */
export async function walkIn(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  {
    kiosk,
    input,
    secret,
    now,
  }: {
    readonly kiosk: KioskCaller;
    readonly input: KioskWalkInValues;
    readonly secret: string;
    readonly now: number;
  },
): Promise<Static<typeof KioskWalkIn>> {
  const { businessId, kioskId, locationId } = kiosk;
  await assertCurrent(tx, snapshot);
  const items = input.service_ids.map((service_id) => ({ service_id, staff_id: "any" }));
  const wanted = { location_id: locationId, items };
  const cart = await cartOf(tx, snapshot, wanted, (index) => `/service_ids/${index}`);
  patchTestFor(cart.items, undefined);
  // The lock serializes requests of one kiosk, so that a repeated request finds the entry of the first.
  const [locked] = await tx.query(lockKiosk, { businessId, id: kioskId });
  if (locked === undefined)
    throw new ApiError("unauthenticated", "This kiosk is no longer paired with a location. Pair it again.");
  if (await isBlocked(tx, businessId, input.phone_e164, secret))
    return { outcome: "see_desk", next_starts_at: null };
  const { zone } = cart.location;
  const today = dayAt(zone, now);
  const id = input.id.toLowerCase();
  const found = await findWalkIn(tx, businessId, id);
  if (found !== undefined && found.locationId !== locationId)
    throw invalid({ path: "/id", message: "is already used by another waitlist entry" });
  if (found === undefined) {
    const { first_name, last_name = null, phone_e164 } = input;
    const client = { first_name, last_name, phone_e164 };
    const { id: clientId } = await createClient(tx, { businessId, createdBy: null, now, client });
    const date = dateOf(today);
    await addWalkIn(tx, snapshot, cart.location, {
      id,
      clientId,
      items: input.service_ids.map((service_id) => ({ service_id })),
      windows: [{ from: date, to: date, starts: localText(zone, now).slice(11, 16) }],
      now,
    });
  }
  const next = await firstStart(tx, snapshot, {
    ...cart,
    audience: "team",
    now,
    fromAt: now,
    untilAt: startOfDay(zone, today + 1),
    excludeAppointmentId: null,
  });
  return { outcome: "waiting", next_starts_at: next === null ? null : localText(zone, next) };
}

async function isBlocked(
  tx: Transaction,
  businessId: string,
  phone: string,
  secret: string,
): Promise<boolean> {
  const contact = { email: null, phone_e164: phone };
  const [[row], isErased] = await Promise.all([
    tx.query(isAnyBlocked, { businessId, digits: phone.slice(-DIGITS) }),
    isBlockedContact(tx, businessId, contact, blockedContactKey(secret)),
  ]);
  return isErased || row?.is_blocked !== false;
}
