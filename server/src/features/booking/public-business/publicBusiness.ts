import type { Static } from "typebox";
import { ApiError, notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { readBookingPage } from "../../business/booking-page/index.ts";
import { openIntervalOf } from "../../business/opening-hours/index.ts";
import { readLogo } from "../../business/pictures/index.ts";
import { currentPolicy } from "../../business/policies/index.ts";
import { onlineDeposits, type PaymentProvider } from "../../checkout/payments/index.ts";
import type { PublicBusiness } from "./schema.ts";
import { findBySlug, findPublished, listFields, listPublished, type PublicBusinessRow } from "./store.ts";

/** The format of a slug. The server does not look up other texts, because they may contain characters that PostgreSQL rejects. */
const SLUG = /^[a-z0-9-]{1,60}$/;

/** Returns the business of a booking page. Throws `not_found` for an unknown slug. */
export async function findPublicBusiness(reader: Reader, slug: string): Promise<PublicBusinessRow> {
  if (!SLUG.test(slug)) throw notFound();
  const [business] = await reader.query(findBySlug, { slug });
  if (business === undefined) throw notFound();
  return business;
}

/** Returns the same error for unpublished locations and for blocked visitors, so that a blocked visitor cannot detect the block. */
export function unavailable(): ApiError {
  return new ApiError("online_booking_unavailable", "Online booking is not available. Contact the business.");
}

/** Throws `online_booking_unavailable` unless clients can book online at the location. */
export async function assertPublished(reader: Reader, businessId: string, locationId: string): Promise<void> {
  const [found] = await reader.query(findPublished, { business_id: businessId, id: locationId });
  if (found === undefined) throw unavailable();
}

/** The installation's settings from which the public record is computed. */
export interface PublicBusinessSettings {
  /** Whether codes can be sent as text messages. */
  readonly hasPhoneCodes: boolean;
  /** Returns the base URL for pictures. */
  readonly address: () => string;
  readonly provider: PaymentProvider | null;
  readonly publishableKey: string | null;
}

/**
 * Returns the public record of a business. Throws `not_found` for an unknown slug, and `online_booking_unavailable` for a business without
 * a published location.
 */
export async function publicBusinessRecord(
  reader: Reader,
  slug: string,
  { hasPhoneCodes, address, provider, publishableKey }: PublicBusinessSettings,
): Promise<Static<typeof PublicBusiness>> {
  const { id: businessId, ...business } = await findPublicBusiness(reader, slug);
  const [locations, page, policy, fields, logo_url, accountId] = await Promise.all([
    reader.query(listPublished, { businessId }),
    readBookingPage(reader, businessId),
    currentPolicy(reader, businessId),
    reader.query(listFields, { businessId }),
    readLogo(reader, businessId, address()),
    onlineDeposits.accountOf(reader, businessId, provider),
  ]);
  if (locations.length === 0) throw unavailable();
  const { texts, accent_color, accent_text_color, origins, waitlist_mode } = page;
  return {
    ...business,
    texts,
    accent_color,
    accent_text_color,
    logo_url,
    embed_origins: origins,
    waitlist_open: waitlist_mode !== "off",
    locations: locations.map(({ hours, exceptions, ...location }) => ({
      ...location,
      hours: hours.map((interval) => ({ weekday: interval.weekday, ...openIntervalOf(interval) })),
      hour_exceptions: exceptions.map(({ date, intervals }) => ({
        date,
        intervals: intervals.map(openIntervalOf),
      })),
    })),
    policy:
      policy === null
        ? null
        : {
            version: policy.version,
            cancellation_window_minutes: policy.cancellation_window_minutes,
            late_cancel_fee: policy.late_cancel_fee,
            no_show_fee: policy.no_show_fee,
            deposit: policy.deposit,
            cancellation_text: policy.cancellation_text,
            booking_text: policy.booking_text,
          },
    client_fields: fields,
    stripe_publishable_key: accountId === null ? null : publishableKey,
    codes_by_phone: hasPhoneCodes,
  };
}
