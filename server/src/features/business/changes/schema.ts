import { Type } from "typebox";
import { described, Id, nullable, query, record, utc, words } from "../../../platform/http/shapes.ts";

/** The API collections that a notice can name. */
export const ENTITIES = [
  "appointments",
  "blocks",
  "time_off",
  "staff",
  "staff_hours",
  "businesses",
  "booking_pages",
  "message_settings",
  "tax_rates",
  "client_fields",
  "policies",
  "locations",
  "resources",
  "service_categories",
  "services",
  "form_templates",
  "promotions",
  "prepaid_products",
  "clients",
  "forms",
  "photos",
  "client_notes",
  "waitlist",
  "wallets",
  "products",
  "sales",
  "payments",
  "day_closings",
  "members",
  "invitations",
  "api_keys",
  "payment_accounts",
  "webhook_endpoints",
] as const;

export type Entity = (typeof ENTITIES)[number];

export const ChangeNotice = record(
  "ChangeNotice",
  "Notice of a changed record, which does not contain the record",
  {
    table: words(ENTITIES, "The collection of the record"),
    id: described(
      Id,
      "The record; of `staff_hours` the staff member, of `wallets` the client, of `booking_pages` and `message_settings` the business",
    ),
    kind: words(["created", "changed", "deleted"] as const, "Kind of the change"),
    location_id: nullable(described(Id, "Location of the record; null for a record without a location")),
    starts_at: nullable(utc("Start of the record; null for a record without a start")),
  },
);

export const ChangesQuery = query({
  after: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,16}$",
      description:
        "The `id` of the last notice that was received, for clients that cannot send the header `Last-Event-ID`",
      examples: ["1795384800000000"],
    }),
  ),
});
