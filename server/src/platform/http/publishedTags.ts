import type { JsonObject } from "./publishedSchemas.ts";

/** A description of each tag, in one sentence. */
const TAGS: Readonly<Record<string, string>> = {
  Account: "The caller, the business, its settings and its client fields.",
  "API keys": "Keys with which programs call the API. Only owners can list, create and revoke them.",
  Appointments: "Availability, and appointments from booking to completion.",
  "Audit log": "Who changed which record, when and from which address, with the values before and after.",
  Blocks: "Time that staff block on the calendar of a staff member or resource.",
  "Calendar feeds":
    "Links with which calendar programs subscribe to the appointments of a staff member, a location or a room.",
  Clients: "Clients of the business, with their notes, photos, wallets and privacy requests.",
  "Event deliveries":
    "The requests that webhook endpoints receive. Events may arrive more than once and in any order: ignore ids that you have " +
    "handled. The full form of a body contains the record as the API returns it. The other form contains identifiers and times " +
    "only: always in med spa, wellness and skincare businesses, elsewhere if the owner chose it.\n\n" +
    "`Service-Signature` is `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the unparsed body, with the " +
    "secret of the endpoint. A header has several `v1` while secrets are being rotated; one match is enough. Refuse a " +
    "`t` that differs from your clock by more than five minutes (300 seconds).",
  Events: "Changes in the business, with the bodies that webhook endpoints receive, from any point on.",
  Forms: "Form templates, links to the forms of an appointment, and submitted forms.",
  Imports:
    "Imports of files from other programs: upload, assignment of columns, preview, run, problems and undo.",
  Kiosks:
    "Tablets at the front desk: pairing and PIN for staff; check-in and walk-ins for the paired tablet, which sends its cookie.",
  Locations: "Locations with their opening hours, rooms, chairs and machines.",
  Members: "Users of the business with their roles, and invitations.",
  Menu: "Services and their categories.",
  Payments: "Payments, refunds and the account for online payments.",
  Policies: "Booking windows, fees and deposits of the business, in versions.",
  Public:
    "Operations without authentication: the booking page, records by their links, and webhooks of the payment provider.",
  Reports: "Sums of sales, payments, taxes, staff members, services, clients and time, as JSON or CSV.",
  Sales:
    "Sales with their payments, receipts and day closings, and the products, packages, membership plans, gift cards and promotions to sell.",
  Sandboxes:
    "The test clock of a sandbox: a business for trying an integration. A business becomes one by `sandbox: true` when it is created.",
  "Signing in":
    "Accounts and sessions of users, below `/api/auth`. Their success responses have no envelope.",
  Team: "Staff members, their working hours and time off.",
  Waitlist: "Clients who wait for free time, with the services, days and hours they want.",
  Webhooks: "Webhook endpoints, their secrets and their deliveries.",
};

/** Returns the tag as an entry of the description's `tags`. */
export function tagged(name: string): JsonObject {
  const description = TAGS[name];
  return description === undefined ? { name } : { name, description };
}
