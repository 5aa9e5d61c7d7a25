import { createHash } from "node:crypto";
import { localText, MINUTE, utcOrNull, type Zone, zoneNamed } from "@daybook/engine";
import type { Static } from "typebox";
import { notFound } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { clientTerms } from "../../business/policies/index.ts";
import { type PromotionTerms, promotionOfAppointment } from "../../checkout/promotions/index.ts";
import { discounted } from "../holds/index.ts";
import { appointmentOfToken, type LinkedAppointment, manageUrl } from "../manage-links/index.ts";
import type { ManagedAppointment } from "./schema.ts";
import { findManaged, type ManagedRow } from "./store.ts";

/** An appointment and its promotion, as read for the page of a manage link. */
export type Managed = ManagedRow & { readonly promotion: PromotionTerms | null };

export interface LinkSettings {
  readonly secret: string;
  /** Returns the base URL of the installation, without a trailing slash. */
  readonly address: () => string;
}

/**
 * Returns the appointment of a manage link. Throws `not_found` with the same message for an invalid token, an ended appointment and a
 * deleted client.
 */
export async function openManageLink(
  reader: Reader,
  { secret }: LinkSettings,
  token: string,
  now: number,
): Promise<LinkedAppointment & { readonly row: Managed }> {
  const linked = appointmentOfToken(secret, token);
  if (linked === undefined) throw notFound();
  const row = await readManaged(reader, linked);
  if (row === undefined || row.ends_at <= now) throw notFound();
  return { ...linked, row };
}

/** Reads an appointment and its promotion for the client of the appointment. Returns undefined if the client is deleted. */
export async function readManaged(reader: Reader, linked: LinkedAppointment): Promise<Managed | undefined> {
  const { businessId, appointmentId } = linked;
  const [[row], promotion] = await Promise.all([
    reader.query(findManaged, { businessId, appointmentId }),
    promotionOfAppointment(reader, businessId, appointmentId),
  ]);
  return row === undefined ? undefined : { ...row, promotion };
}

export function managedRecord(
  linked: LinkedAppointment,
  row: Managed,
  { secret, address, now, formsUrl = null }: LinkSettings & { now: number; formsUrl?: string | null },
): Static<typeof ManagedAppointment> {
  const zone = zoneNamed(row.time_zone);
  const items = itemsOf(row, zone);
  // Fees are computed from prices before discounts.
  const pricesMinor = items.reduce((sum, item) => sum + item.price.amount, 0);
  const terms = row.policy === null ? null : clientTerms(row.policy, pricesMinor);
  const windowAt = freeUntil(row);
  const isOpen = row.status === "requested" || row.status === "booked";
  const isLate = windowAt !== null && now > windowAt;
  const fee = isOpen && isLate ? (terms?.lateCancelMinor ?? null) : null;
  return {
    reference: referenceOf(linked.appointmentId),
    status: row.status,
    business_name: row.business_name,
    slug: row.slug,
    location: {
      id: row.location_id,
      name: row.location_name,
      address: row.address,
      phone_e164: row.phone_e164,
      email: row.location_email,
    },
    starts_at: localText(zone, row.starts_at),
    ends_at: localText(zone, row.ends_at),
    time_zone: row.time_zone,
    items,
    ...discounted(items, row.promotion, row.currency),
    free_until: windowAt === null ? null : localText(zone, windowAt),
    cancellation_fee: fee === null ? null : moneyOf(fee, row.currency),
    deposit:
      row.deposit_amount === null
        ? null
        : {
            amount: moneyOf(row.deposit_amount, row.currency),
            returned:
              isOpen && row.returnable_amount !== null && row.returnable_amount > 0
                ? moneyOf(Math.max(0, row.returnable_amount - (fee ?? 0)), row.currency)
                : null,
          },
    saved_card: row.saved_card,
    cancellation_text: terms?.cancellationText ?? null,
    client_confirmed_at: utcOrNull(row.client_confirmed_at),
    can_confirm: row.status === "booked" && row.client_confirmed_at === null && now < row.starts_at,
    can_cancel: isOpen,
    can_reschedule: isOpen && isMovable(row, now) && row.published_at !== null,
    manage_url: manageUrl(address(), secret, linked),
    forms_url: formsUrl,
  };
}

/** Returns whether the client may reschedule. The last possible instant is the end of free cancellation, or the start if earlier. */
export function isMovable(row: ManagedRow, now: number): boolean {
  return now <= Math.min(freeUntil(row) ?? row.starts_at, row.starts_at);
}

/**
 * Returns the last instant of free cancellation in milliseconds; null without a policy. An appointment that the waitlist booked
 * automatically has at least two hours of free cancellation.
 */
function freeUntil({ policy, starts_at, auto_booked_at }: ManagedRow): number | null {
  if (policy === null) return null;
  const windowAt = starts_at - policy.cancellation_window_minutes * MINUTE;
  return auto_booked_at === null ? windowAt : Math.max(windowAt, auto_booked_at + 120 * MINUTE);
}

function itemsOf({ items, currency }: ManagedRow, zone: Zone) {
  return items.map(({ starts, price_amount, ...item }) => {
    const startsAt = Math.round(starts * 1_000);
    return {
      ...item,
      starts_at: localText(zone, startsAt),
      ends_at: localText(zone, startsAt + item.duration_minutes * MINUTE),
      price: moneyOf(price_amount, currency),
    };
  });
}

/** Letters and digits without 0, 1, I, L and O, because people confuse these characters. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Returns a six-character reference that the client can read out to staff. The reference is derived from the id and is not secret. */
function referenceOf(appointmentId: string): string {
  const bytes = createHash("sha256").update(appointmentId).digest();
  return Array.from({ length: 6 }, (_, index) => ALPHABET[(bytes[index] ?? 0) % ALPHABET.length]).join("");
}
