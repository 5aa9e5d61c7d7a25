import { type Static, Type } from "typebox";
import {
  CreatedAt,
  Currency,
  Id,
  input,
  line,
  nullable,
  record,
  TimeZone,
  UpdatedAt,
  words,
} from "../../../platform/http/shapes.ts";

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
  "What the business is. In med_spa, wellness and skincare businesses deliveries carry only identifiers and times",
);
const Locale = line(35, "BCP 47 language tag in which clients are addressed", 2);
const Slug = Type.String({
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  minLength: 3,
  maxLength: 60,
  description: "Name in the booking page's address; no two businesses have the same",
  examples: ["salon-lindenhof"],
});
const Payload = words(
  WEBHOOK_PAYLOADS,
  "What deliveries carry: the whole record, or identifiers and times alone",
);
const Label = line(120, "The question, as the client reads it", 1);
const Options = Type.Array(line(120, "One answer", 1), {
  maxItems: 100,
  uniqueItems: true,
  description: "The answers to choose from; empty unless the type is choice",
});
const Required = Type.Boolean({
  description: "Whether pages and forms insist on an answer; the API never does",
});
const Position = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "Order among its kind, 1 first",
});

/** Contract §3, "business". */
export const ClientField = record("ClientField", "A question the business asks of its clients", {
  id: Id,
  label: Label,
  type: words(CLIENT_FIELD_TYPES, "What an answer is; fixed once a client has answered"),
  options: Options,
  required: Required,
  position: Position,
});

/** Contract §3. */
export const Business = record("Business", "A business: one owner's salon, clinic or chain", {
  id: Id,
  name: Name,
  slug: Slug,
  type: Kind,
  time_zone: TimeZone,
  currency: Currency,
  country: Country,
  locale: Locale,
  online_booking_url: nullable(
    Type.String({ description: "Address of the booking page; null while there is none" }),
  ),
  webhook_payload: Payload,
  client_fields: Type.Array(ClientField, { description: "By position; archived ones are left out" }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

/** `POST /businesses` (app-operations, "Session and first steps"). */
export const BusinessInput = input("BusinessInput", "A new business", {
  name: Name,
  type: Kind,
  time_zone: TimeZone,
  currency: Currency,
  country: Country,
  locale: Type.Optional(Locale),
});

/** `PATCH /businesses/{b}`: the country stays, because tax and law of what was sold hang on it. */
export const BusinessChanges = input("BusinessChanges", "What changes in a business", {
  name: Type.Optional(Name),
  type: Type.Optional(Kind),
  time_zone: Type.Optional(TimeZone),
  currency: Type.Optional(Currency),
  locale: Type.Optional(Locale),
  slug: Type.Optional(Slug),
  webhook_payload: Type.Optional(Payload),
});

export const ClientFieldInput = input("ClientFieldInput", "A new question to clients", {
  label: Label,
  type: words(CLIENT_FIELD_TYPES, "What an answer is"),
  options: Type.Optional(Options),
  required: Type.Optional(Required),
  position: Type.Optional(Position),
});

export const ClientFieldChanges = input("ClientFieldChanges", "What changes in a question", {
  label: Type.Optional(Label),
  type: Type.Optional(words(CLIENT_FIELD_TYPES, "What an answer is; fixed once a client has answered")),
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
