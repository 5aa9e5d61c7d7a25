import { type Static, Type } from "typebox";
import {
  CreatedAt,
  Currency,
  described,
  Id,
  input,
  line,
  nullable,
  record,
  TimeZone,
  UpdatedAt,
  words,
} from "../../../platform/http/shapes.ts";
import { Sandbox } from "../sandboxes/index.ts";

export const BUSINESS_TYPES = [
  "salon",
  "barber",
  "nails",
  "lashes_brows",
  "spa",
  "massage",
  "tattoo",
  "med_spa",
  "wellness",
  "skincare",
  "clinic",
  "other",
] as const;

export const CLIENT_FIELD_TYPES = ["text", "choice", "yes_no", "date"] as const;

export const WEBHOOK_PAYLOADS = ["full", "ids_only"] as const;

export const Country = Type.String({
  pattern: "^[A-Z]{2}$",
  description: "ISO 3166-1 alpha-2 country code",
  examples: ["DE"],
});

const Name = line(120, "Name of the business", 1);
const Kind = words(
  BUSINESS_TYPES,
  "Type of the business. Webhook deliveries of med_spa, wellness and skincare businesses contain only identifiers and times",
);
const Locale = line(35, "BCP 47 language tag of texts for clients", 2);
const Slug = Type.String({
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  minLength: 3,
  maxLength: 60,
  description: "Name in the URL of the booking page; unique",
  examples: ["salon-lindenhof"],
});
const Payload = words(
  WEBHOOK_PAYLOADS,
  "Content of webhook deliveries: the whole record, or only identifiers and times",
);
const TaxNumber = nullable(line(60, "Tax or VAT number, as receipts show it", 1));
const Label = line(120, "The question that clients read", 1);
const Options = Type.Array(line(120, "One option", 1), {
  maxItems: 100,
  uniqueItems: true,
  description: "Options of the type `choice`; empty for other types",
});
const Required = Type.Boolean({
  description: "Whether pages and forms require an answer; the API never requires one",
});
const Position = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "Position in the list, from 1",
});

/** A client field, as part of the API record of a business (contract §3, "business"). */
export const ClientField = record("ClientField", "A field of the client record that the business defines", {
  id: Id,
  label: Label,
  type: words(CLIENT_FIELD_TYPES, "Type of the answers; cannot change after a client has answered"),
  options: Options,
  required: Required,
  position: Position,
});

/** The API record of a business (contract §3, "business"). */
export const Business = record("Business", "A business: a salon, clinic or chain", {
  id: Id,
  name: Name,
  slug: Slug,
  type: Kind,
  time_zone: TimeZone,
  currency: Currency,
  country: Country,
  locale: Locale,
  online_booking_url: nullable(
    Type.String({ description: "URL of the booking page; null without a booking page" }),
  ),
  webhook_payload: Payload,
  tax_number: TaxNumber,
  accent_color: Type.String({
    description: "Accent colour of the business app and the booking page, as `#rrggbb`",
    examples: ["#0f766e"],
  }),
  sandbox: Sandbox,
  client_fields: Type.Array(ClientField, { description: "Sorted by position; excludes archived fields" }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

/** The request body of `POST /businesses` (app-operations, "Session and first steps"). */
export const BusinessInput = input("BusinessInput", "A new business", {
  name: Name,
  type: Kind,
  time_zone: TimeZone,
  currency: Currency,
  country: Country,
  locale: Type.Optional(Locale),
  sandbox: Type.Optional(
    described(
      Sandbox,
      "True creates a sandbox for testing an integration. The value cannot be changed later",
    ),
  ),
});

/** The request body of `PATCH /businesses/{b}`. It has no country, because taxes on past sales depend on the country. */
export const BusinessChanges = input("BusinessChanges", "Changes of a business", {
  name: Type.Optional(Name),
  type: Type.Optional(Kind),
  time_zone: Type.Optional(TimeZone),
  currency: Type.Optional(Currency),
  locale: Type.Optional(Locale),
  slug: Type.Optional(Slug),
  webhook_payload: Type.Optional(Payload),
  tax_number: Type.Optional(TaxNumber),
});

export const ClientFieldInput = input("ClientFieldInput", "A new client field", {
  label: Label,
  type: words(CLIENT_FIELD_TYPES, "Type of the answers"),
  options: Type.Optional(Options),
  required: Type.Optional(Required),
  position: Type.Optional(Position),
});

export const ClientFieldChanges = input("ClientFieldChanges", "Changes of a client field", {
  label: Type.Optional(Label),
  type: Type.Optional(
    words(CLIENT_FIELD_TYPES, "Type of the answers; cannot change after a client has answered"),
  ),
  options: Type.Optional(Options),
  required: Type.Optional(Required),
  position: Type.Optional(Position),
});

export type BusinessRecord = Static<typeof Business>;
export type BusinessInput = Static<typeof BusinessInput>;
export type BusinessChanges = Static<typeof BusinessChanges>;
export type ClientFieldRecord = Static<typeof ClientField>;
export type ClientFieldInput = Static<typeof ClientFieldInput>;
export type ClientFieldChanges = Static<typeof ClientFieldChanges>;
