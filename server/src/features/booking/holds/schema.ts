import { Type } from "typebox";
import {
  atLocation,
  described,
  Id,
  input,
  Money,
  nullable,
  query,
  record,
  sent,
  TimeZone,
  utc,
} from "../../../platform/http/shapes.ts";
import { AvailabilityQuery } from "../../scheduling/availability/index.ts";

const Person = Type.Optional(
  described(Id, "`ref` of a client of the verified visitor; required for services with a patch test"),
);

const { location_id, service_ids, staff_ids, from, to, view } = AvailabilityQuery.properties;

export const PublicAvailabilityQuery = query({
  location_id,
  service_ids,
  staff_ids,
  from,
  to,
  view,
  person: Person,
});

const HoldItemInput = input("HoldItemInput", "One service of the cart", {
  service_id: described(Id, "The service"),
  staff_id: Type.String({
    pattern: "^(any|[0-9a-fA-F-]{36})$",
    description: "A staff member, or `any`",
    examples: ["any"],
  }),
});

export const HoldToken = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The token of a hold",
  examples: ["hB7qW2exampleexampleexampleexampleexampleex"],
});

export const HoldInput = input("HoldInput", "A start to hold while the visitor enters details", {
  location_id: described(Id, "The location"),
  starts_at: sent("When the first item starts"),
  items: Type.Array(HoldItemInput, {
    minItems: 1,
    maxItems: 10,
    description: "In the order of performance",
  }),
  promotion_code: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9_-]{1,40}$",
      description: "Code of a promotion that is valid on the day and for one of the services",
      examples: ["SPRING"],
    }),
  ),
  person: Person,
  replaces: Type.Optional(described(HoldToken, "An earlier hold of the visitor, which this hold releases")),
});

const HoldItem = record("HoldItem", "One service of a hold", {
  service_id: described(Id, "The service"),
  staff_id: described(Id, "The staff member who performs the service"),
  starts_at: atLocation("When the item starts"),
  ends_at: atLocation("When the item ends"),
  duration_minutes: Type.Integer({ minimum: 1, description: "Minutes from start to end" }),
  price: Money,
});

export const AppliedDiscount = record("AppliedDiscount", "A promotion and its discount on the total", {
  name: Type.String({ description: "Name of the promotion", examples: ["Spring"] }),
  discount: Money,
});

export const HoldCard = record("HoldCard", "The fees for which the visitor's card is saved", {
  late_cancel_fee: nullable(Money, "The fee of a late cancellation; null: none"),
  no_show_fee: nullable(Money, "The fee of a no-show; null: none"),
});

export const Hold = record("Hold", "Time that is held for a visitor", {
  hold_token: described(
    HoldToken,
    "Send to book, extend or release the hold. No other response contains the token",
  ),
  expires_at: utc("Expiry of the hold: 3 minutes after its creation, or 10 minutes for a verified visitor"),
  location_id: described(Id, "The location"),
  starts_at: atLocation("When the first item starts"),
  ends_at: atLocation("When the last item ends"),
  time_zone: TimeZone,
  items: Type.Array(HoldItem, { description: "In the order of performance" }),
  promotion: nullable(AppliedDiscount, "The promotion of the code; null without a promotion"),
  total: Money,
  deposit: nullable(Money, "The deposit to pay before booking the hold; null without a deposit"),
  card: nullable(
    HoldCard,
    "The card to save with the booking: a deposit saves it too, and without a deposit it must be entered before the hold can be booked; null: none, as without a deposit under a policy with `card_required` false",
  ),
});

export const ExtendedHold = record("ExtendedHold", "The new expiry of a hold", {
  expires_at: utc("Expiry of the hold"),
});

export const ReleasedHold = record("ReleasedHold", "A released hold", {
  released: Type.Literal(true, { description: "Always true" }),
});
