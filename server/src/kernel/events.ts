import type { Scope } from "./scopes.ts";

/** All event types, with the scope needed to subscribe to them (spec §6, contract §7). */
export const EVENT_SCOPES = {
  "appointment.created": "appointments:read",
  "appointment.updated": "appointments:read",
  "appointment.canceled": "appointments:read",
  "appointment.checked_in": "appointments:read",
  "appointment.completed": "appointments:read",
  "appointment.no_show": "appointments:read",
  "client.created": "clients:read",
  "client.updated": "clients:read",
  "payment.succeeded": "payments:read",
  "payment.refunded": "payments:read",
  "sale.completed": "payments:read",
} as const satisfies Record<string, Scope>;

export type EventType = keyof typeof EVENT_SCOPES;

/** The content of deliveries: `full` sends the record; `ids_only` sends only identifiers and times (spec §6 rule 5). */
export type WebhookPayload = "full" | "ids_only";

/** Business types whose deliveries contain only identifiers and times, regardless of the owner's choice. */
const IDS_ONLY_BUSINESS_TYPES: ReadonlySet<string> = new Set(["med_spa", "wellness", "skincare"]);

export function mustSendIdsOnly(businessType: string): boolean {
  return IDS_ONLY_BUSINESS_TYPES.has(businessType);
}
