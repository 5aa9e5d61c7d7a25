import type { JsonObject } from "./publishedSchemas.ts";

/** The description of each tag in one sentence. */
const TAGS: Readonly<Record<string, string>> = {
  Account: "The caller, and the business with its settings and client fields.",
  "API keys": "API keys of programs. Only owners can list, create and revoke API keys.",
  Appointments: "Availability, and appointments from booking to completion.",
  "Audit log":
    "The changes to records, each with actor, time, IP address, and the values before and after the change.",
  Blocks: "Blocked time of a staff member or resource.",
  "Calendar feeds":
    "Links for calendar programs, which subscribe to the appointments of a staff member, a location or a resource.",
  Clients: "Clients of the business, with their notes, photos, wallets and privacy requests.",
  "Event deliveries":
    "The requests that webhook endpoints receive. Events may arrive more than once and in any order: ignore ids that you have " +
    "handled. If `webhook_payload` of the business is `full`, the body contains the record as the API returns it. If it is " +
    "`ids_only`, the body contains only identifiers and times.\n\n" +
    "`Service-Signature` is `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of `t`, a dot and the unparsed body, with the " +
    "secret of the endpoint. The header has several `v1` for 24 hours after a rotation of the secret. One match is enough. Refuse a " +
    "`t` that differs from your clock by more than five minutes (300 seconds).",
  Events: "The events of the business, with the bodies that webhook endpoints receive.",
  Exports: "Exports of a business into one file: request, progress and download.",
  Forms: "Form templates, links to the forms of an appointment, and submitted forms.",
  Imports: "Imports of CSV files: upload, column mapping, preview, run, problems and undo.",
  Kiosks:
    "Tablets at the front desk. Staff members pair a tablet and set the PIN. The paired tablet sends its cookie with check-ins and walk-ins.",
  Locations: "Locations with their opening hours, rooms, chairs and machines.",
  Members: "Users of the business with their roles, and invitations.",
  Menu: "Services and their categories.",
  Payments: "Payments, refunds and the account for online payments.",
  Policies: "Versions of the booking policy: cancellation window, fees, deposits and discount limits.",
  Public:
    "Operations without authentication: the booking page, records with links for clients, and webhooks of the payment provider.",
  Reports:
    "Reports on sales, payments, taxes, staff members, services, clients and working time, as JSON or CSV.",
  Sales:
    "Sales with their payments, receipts and day closings, and the products, packages, membership plans, gift cards and promotions to sell.",
  Sandboxes:
    "The test clock of a sandbox, which is a business for testing an integration. `sandbox: true` creates a business as a sandbox.",
  "Signing in":
    "Accounts and sessions of users, below `/api/auth`. Success responses of these operations have no envelope.",
  Staff: "Staff members, with their working hours, time off and photos.",
  Waitlist:
    "Waitlist entries of clients, with the requested services, days and times, and offers of free time.",
  Webhooks: "Webhook endpoints, their secrets and their deliveries.",
};

/** Returns the tag as an entry of the description's `tags`. */
export function tagged(name: string): JsonObject {
  const description = TAGS[name];
  return description === undefined ? { name } : { name, description };
}
