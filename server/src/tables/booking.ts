import { column, table, view } from "../platform/database/index.ts";

export const visitorCodes = table("visitor_codes", "booking/visitors", {
  business_id: column.id,
  id: column.id,
  email: column.nullable(column.text),
  code_hmac: column.bytes,
  tries: column.integer,
  used_at: column.nullable(column.instant),
  expires_at: column.instant,
  created_at: column.instant,
  phone_e164: column.nullable(column.text),
});

export const visitors = table("visitors", "booking/visitors", {
  business_id: column.id,
  token_sha256: column.bytes,
  email: column.nullable(column.text),
  expires_at: column.instant,
  created_at: column.instant,
  phone_e164: column.nullable(column.text),
});

export const holds = table("holds", "booking/holds", {
  business_id: column.id,
  id: column.id,
  token_sha256: column.bytes,
  location_id: column.id,
  starts_at: column.instant,
  service_ids: column.ids,
  staff_ids: column.ids,
  starts_ons: column.dates,
  address: column.text,
  proven_at: column.nullable(column.instant),
  extended_at: column.nullable(column.instant),
  expires_at: column.instant,
  created_at: column.instant,
  promotion_id: column.nullable(column.id),
});

export const holdsView = view(
  holds,
  "business_id",
  "id",
  "location_id",
  "service_ids",
  "starts_ons",
  "expires_at",
);

export const holdPayments = table("hold_payments", "booking/hold-payments", {
  business_id: column.id,
  hold_id: column.id,
  token_sha256: column.bytes,
  status: column.oneOf("open", "booked", "ending", "released"),
  provider: column.text,
  provider_account_id: column.text,
  currency: column.text,
  amount: column.integer,
  attempt: column.integer,
  provider_payment_id: column.nullable(column.text),
  provider_checkout_id: column.nullable(column.text),
  booking: column.nullable(column.json<PendingBooking>()),
  expires_at: column.instant,
  created_at: column.instant,
  updated_at: column.instant,
  saves_card: column.flag,
});

/** A booking that Daybook makes when the visitor has paid the deposit or saved a card. */
export type PendingBooking = PendingHold | PendingOffer;

/** The booking of a visitor's hold, with the visitor's verified e-mail address or phone number. */
export interface PendingHold {
  readonly email: string | null;
  readonly phone_e164: string | null;
  /** The request body of the booking, without the hold's token. */
  readonly input: unknown;
}

/** The acceptance of a waitlist offer. The id of an offer is also the id of its hold. */
export interface PendingOffer {
  readonly entry_id: string;
  readonly policy_version: number | null;
  readonly language?: "en" | "de" | "fr" | "es";
  readonly card_consent?: string;
}

export const onlineBookings = table("online_bookings", "booking/appointments", {
  business_id: column.id,
  appointment_id: column.id,
  hold_token_sha256: column.bytes,
  language: column.oneOf("en", "de", "fr", "es"),
  created_at: column.instant,
});

export const onlineBookingsView = view(onlineBookings, "business_id", "appointment_id", "language");

/** A service in a waitlist entry; `staff_id` is null for any staff member. */
export interface WaitlistItem {
  readonly service_id: string;
  readonly staff_id: string | null;
}

/** A period in which the client is available: local dates (both inclusive), ISO weekdays and wall-clock times at the location. */
export interface WaitlistWindow {
  readonly from: string;
  readonly to: string;
  readonly weekdays: readonly number[];
  readonly starts: string;
  readonly ends: string;
}

export const waitlistEntries = table("waitlist_entries", "booking/waitlist", {
  business_id: column.id,
  id: column.id,
  location_id: column.id,
  client_id: column.id,
  status: column.oneOf("waiting", "offered", "booked", "cancelled", "expired"),
  items: column.json<readonly WaitlistItem[]>(),
  windows: column.json<readonly WaitlistWindow[]>(),
  min_notice_minutes: column.integer,
  replaces_appointment_id: column.nullable(column.id),
  note: column.nullable(column.text),
  priority: column.integer,
  source: column.oneOf("online", "app", "kiosk"),
  expires_on: column.date,
  expires_at: column.instant,
  joined_at: column.instant,
  updated_at: column.instant,
  version: column.integer,
  auto_book: column.flag,
  language: column.nullable(column.oneOf("en", "de", "fr", "es")),
  appointment_id: column.nullable(column.id),
  auto_booked_at: column.nullable(column.instant),
  expired_offers: column.integer,
  reminded_at: column.nullable(column.instant),
});

export const waitlistEntriesView = view(
  waitlistEntries,
  "business_id",
  "location_id",
  "status",
  "joined_at",
  "appointment_id",
  "auto_booked_at",
);

/** A service in a waitlist offer, with the staff member who performs it. */
export interface OfferedItem {
  readonly service_id: string;
  readonly staff_id: string;
}

export const waitlistOffers = table("waitlist_offers", "booking/waitlist", {
  business_id: column.id,
  id: column.id,
  entry_id: column.id,
  location_id: column.id,
  status: column.oneOf("pending", "accepted", "declined", "expired", "withdrawn"),
  starts_at: column.instant,
  ends_at: column.instant,
  items: column.json<readonly OfferedItem[]>(),
  is_held: column.flag,
  expires_at: column.instant,
  created_at: column.instant,
  updated_at: column.instant,
});

export const waitlistOffersView = view(waitlistOffers, "business_id", "location_id", "status", "created_at");

export const waitlistSettings = table("waitlist_settings", "booking/waitlist", {
  business_id: column.id,
  location_id: column.id,
  mode: column.oneOf("first_in_line", "team_picks", "highest_value", "offer_to_all"),
  updated_at: column.instant,
});

export const freedTimes = table("freed_times", "booking/waitlist", {
  business_id: column.id,
  id: column.id,
  location_id: column.nullable(column.id),
  due_at: column.nullable(column.instant),
  starts_at: column.nullable(column.instant),
  ends_at: column.nullable(column.instant),
  hold_id: column.nullable(column.id),
  written_at: column.instant,
});

export const kioskPairings = table("kiosk_pairings", "booking/kiosks", {
  code_hmac: column.bytes,
  token_sha256: column.bytes,
  expires_at: column.instant,
  created_at: column.instant,
});

export const kiosks = table("kiosks", "booking/kiosks", {
  business_id: column.id,
  id: column.id,
  location_id: column.id,
  name: column.text,
  token_sha256: column.bytes,
  last_seen_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
});

export const kioskPins = table("kiosk_pins", "booking/kiosks", {
  business_id: column.id,
  location_id: column.id,
  pin_hmac: column.bytes,
  created_at: column.instant,
  updated_at: column.instant,
});
