import { type Static, Type } from "typebox";
import {
  CreatedAt,
  Id,
  input,
  LocalDate,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { PositivePrice } from "../../business/services/index.ts";

const Name = line(120, "Name on receipts", 1);
const Code = nullable(
  Type.String({
    pattern: "^[A-Za-z0-9_-]{1,40}$",
    description: "The code that clients give. Unique within the business, ignoring case",
  }),
);
const Kind = words(["percent", "amount"] as const, "A percentage of each price, or an amount off their sum");
const percent = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Percentage off each price, rounded half up to the minor unit",
  examples: [20],
});
const ServiceIds = Type.Array(Id, {
  maxItems: 500,
  description: "Services to which the promotion applies; empty for all services",
});
const StartsOn = nullable(
  Type.String({
    format: "date",
    description: "First local day of appointments it applies to; null for no limit",
  }),
);
const EndsOn = nullable(
  Type.String({
    format: "date",
    description: "Last local day of appointments it applies to; null for no limit",
  }),
);

export const Promotion = record("Promotion", "A discount on prices", {
  id: Id,
  name: Name,
  code: Code,
  kind: Kind,
  percent: nullable(percent),
  amount: nullable(Money, "Amount off the sum of the prices, in minor units; null for a percentage"),
  service_ids: ServiceIds,
  starts_on: nullable(LocalDate),
  ends_on: nullable(LocalDate),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const PromotionPage = page("PromotionPage", Promotion);

export const PromotionsQuery = query({ ...pageQuery() });

/** A new promotion: the kind `percent` requires `percent`, and the kind `amount` requires `amount`. */
export const PromotionInput = input("PromotionInput", "A new promotion", {
  name: Name,
  code: Type.Optional(Code),
  kind: Kind,
  percent: Type.Optional(percent),
  amount: Type.Optional(PositivePrice),
  service_ids: Type.Optional(ServiceIds),
  starts_on: Type.Optional(StartsOn),
  ends_on: Type.Optional(EndsOn),
});

/** Changes to a promotion. The kind cannot change; `service_ids` replaces the whole list. */
export const PromotionChanges = input("PromotionChanges", "Changes to a promotion", {
  name: Type.Optional(Name),
  code: Type.Optional(Code),
  percent: Type.Optional(percent),
  amount: Type.Optional(PositivePrice),
  service_ids: Type.Optional(ServiceIds),
  starts_on: Type.Optional(StartsOn),
  ends_on: Type.Optional(EndsOn),
});

/** The API record of a promotion with the terms that were applied to an appointment (contract §3, "promotion"). */
export const AppointmentPromotion = record(
  "AppointmentPromotion",
  "The promotion of an appointment, as applied",
  {
    id: Id,
    name: Name,
    code: Code,
    kind: Kind,
    percent: nullable(percent),
    amount: nullable(Money, "Amount off the sum of the prices, in minor units; null for a percentage"),
    discount: Money,
    item_ids: Type.Array(Id, { description: "Items to which the promotion applies" }),
    applied_at: utc("Time of application"),
  },
);

export const MaybeApplied = nullable(
  AppointmentPromotion,
  "The promotion of the appointment; null without one",
);

export const AppointmentPromotionInput = input("AppointmentPromotionInput", "The promotion to apply", {
  promotion_id: Id,
});

export type PromotionRecord = Static<typeof Promotion>;
export type PromotionPageRecord = Static<typeof PromotionPage>;
export type AppliedPromotionRecord = Static<typeof AppointmentPromotion>;
export type PromotionInputValues = Static<typeof PromotionInput>;
export type PromotionChangesValues = Static<typeof PromotionChanges>;
export type PromotionsQueryValues = Static<typeof PromotionsQuery>;
