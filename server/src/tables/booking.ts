import { column, table, view } from "../platform/database/index.ts";

export const visitorCodes = table("visitor_codes", "booking/visitors", {
  business_id: column.id,
  id: column.id,
  email: column.text,
  code_hmac: column.bytes,
  tries: column.integer,
  used_at: column.nullable(column.instant),
  expires_at: column.instant,
  created_at: column.instant,
});

export const visitors = table("visitors", "booking/visitors", {
  business_id: column.id,
  token_sha256: column.bytes,
  email: column.text,
  expires_at: column.instant,
  created_at: column.instant,
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

export const onlineBookings = table("online_bookings", "booking/appointments", {
  business_id: column.id,
  appointment_id: column.id,
  hold_token_sha256: column.bytes,
  language: column.oneOf("en", "de", "fr", "es"),
  created_at: column.instant,
});

export const onlineBookingsView = view(onlineBookings, "business_id", "appointment_id", "language");
