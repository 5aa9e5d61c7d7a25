import { dayAt, localText, MINUTE, type Zone, zoneNamed } from "@daybook/engine";
import type { KioskCaller } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { initialsOf } from "../../../kernel/initials.ts";
import type { Context } from "../../../platform/context.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { Encryption } from "../../../platform/encryption.ts";
import { refillQuota, useQuota } from "../../../platform/limits/index.ts";
import { type ArrivalRow, findArrival, isAnyBlocked, listArrivals } from "./arrivalStore.ts";
import type { KioskLookupRecord } from "./kioskSchema.ts";
import { findState } from "./store.ts";

/** The check-in window, in minutes from now: appointments that started up to 60 minutes ago or start within 120 minutes. */
const EARLIER_MINUTES = 60;
const LATER_MINUTES = 120;
const DIGITS = 7;
const MAX_FOUND = 20;
const TOKEN_VALID_MS = 10 * MINUTE;
const PURPOSE = "kiosk check-in";

const LOOKUPS = { purpose: "kiosk lookups", max: 10, windowMs: 5 * MINUTE } as const;

/** The response if no appointment can be checked in at this kiosk. Its bytes are the same for every reason. */
const SEE_DESK: KioskLookupRecord = { outcome: "see_desk", appointments: [] };

/** Counts a lookup by a kiosk. Throws `rate_limited` from the eleventh lookup within five minutes. */
export async function countLookup({ database, clock }: Context, { kioskId }: KioskCaller): Promise<void> {
  const message = "Too many lookups at this kiosk. A staff member can unlock the kiosk with the PIN.";
  await useQuota(database, { ...LOOKUPS, subject: kioskId }, clock.now(), message);
}

/** Refills the kiosk's lookup quota after staff have entered the PIN. */
export async function allowLookups(reader: Reader, { kioskId }: KioskCaller): Promise<void> {
  await refillQuota(reader, { purpose: LOOKUPS.purpose, subject: kioskId });
}

/**
 * Finds the appointments of a phone number that can be checked in at this kiosk. Sends the same SQL statements for every number. Returns
 * the same response if no appointment exists, if the appointment is at another location, and if a client with the number is blocked.
 */
export async function lookUp(
  reader: Reader,
  encryption: Encryption,
  kiosk: KioskCaller,
  { phone, now }: { readonly phone: string; readonly now: number },
): Promise<KioskLookupRecord> {
  const { businessId, locationId } = kiosk;
  const typed = phone.replaceAll(/\D/g, "");
  // Replaces a number that is too short with a text with which no phone number ends, so that the lookup takes as long as for
  // any other number.
  const digits = typed.length < DIGITS ? "-" : typed.slice(-DIGITS);
  const [rows, [blocked], zone] = await Promise.all([
    reader.query(listArrivals, { businessId, digits, ...windowAt(now) }),
    reader.query(isAnyBlocked, { businessId, digits }),
    zoneOf(reader, kiosk),
  ]);
  const today = rows.filter(({ starts_at }) => dayAt(zone, starts_at) === dayAt(zone, now));
  const isHere = today.every((row) => row.location_id === locationId);
  if (today.length === 0 || today.length > MAX_FOUND || !isHere || blocked?.is_blocked !== false)
    return SEE_DESK;
  return {
    outcome: "found",
    appointments: today.map((row) => ({
      check_in_token: encryption.encrypt(
        JSON.stringify([kiosk.kioskId, row.id, now + TOKEN_VALID_MS]),
        PURPOSE,
      ),
      initials: initialsOf(row.first_name, row.last_name),
      starts_at: localText(zone, row.starts_at),
      staff_name: row.display_name,
    })),
  };
}

/** The appointment of a check-in token, and the time zone of its location. */
export interface Arrival {
  readonly row: ArrivalRow;
  readonly zone: Zone;
}

/**
 * Returns the appointment of a check-in token; undefined if no check-in is possible any more. Throws `code_invalid` if the token is
 * invalid, expired, or from another kiosk.
 */
export async function openArrival(
  reader: Reader,
  encryption: Encryption,
  kiosk: KioskCaller,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<Arrival | undefined> {
  const appointmentId = appointmentOf(encryption, kiosk, token, now);
  const { businessId, locationId } = kiosk;
  const [[row], zone] = await Promise.all([
    reader.query(findArrival, { businessId, appointmentId, ...windowAt(now) }),
    zoneOf(reader, kiosk),
  ]);
  return row === undefined || row.location_id !== locationId ? undefined : { row, zone };
}

function appointmentOf(encryption: Encryption, kiosk: KioskCaller, token: string, now: number): string {
  try {
    const [kioskId, appointmentId, expiresAt] = JSON.parse(encryption.decrypt(token, PURPOSE)) as [
      string,
      string,
      number,
    ];
    if (kioskId === kiosk.kioskId && expiresAt > now) return appointmentId;
  } catch {
    // The token cannot be decrypted. The check below rejects it.
  }
  throw new ApiError(
    "code_invalid",
    "The check-in token is invalid, expired or from another kiosk. Look up the phone number again.",
  );
}

async function zoneOf(reader: Reader, { businessId, kioskId }: KioskCaller): Promise<Zone> {
  const [state] = await reader.query(findState, { businessId, id: kioskId });
  if (state === undefined)
    throw new ApiError("unauthenticated", "This kiosk is no longer paired with a location. Pair it again.");
  return zoneNamed(state.time_zone);
}

function windowAt(now: number) {
  return { fromAt: now - EARLIER_MINUTES * MINUTE, untilAt: now + LATER_MINUTES * MINUTE };
}
