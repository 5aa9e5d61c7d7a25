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
import { Value } from "../prepaid/index.ts";
import { PROMOTION_KINDS } from "./store.ts";

const Name = line(120, "What clients read on their receipt", 1);
const Code = nullable(
  Type.String({
    pattern: "^[A-Za-z0-9_-]{1,40}$",
    description: "What clients name; two of one code are refused, whatever their case",
  }),
);
const Kind = words(PROMOTION_KINDS, "A percentage of each price, or an amount over all of them");
const percent = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Off each price by itself, half up to the minor unit",
  examples: [20],
});
const ServiceIds = Type.Array(Id, {
  maxItems: 500,
  description: "Off these services alone; none: off every service",
});
const StartsOn = nullable(
  Type.String({ format: "date", description: "First local day of the visits it is for; null: any" }),
);
const EndsOn = nullable(
  Type.String({ format: "date", description: "Last local day of the visits it is for; null: any" }),
);

export const Promotion = record("Promotion", "Something off the price", {
  id: Id,
  name: Name,
  code: Code,
  kind: Kind,
  percent: nullable(percent),
  amount: nullable(Money, "Off all prices together, in minor units; null of a percentage"),
  service_ids: ServiceIds,
  starts_on: nullable(LocalDate),
  ends_on: nullable(LocalDate),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const PromotionPage = page("PromotionPage", Promotion);

export const PromotionsQuery = query({ ...pageQuery() });

/** `percent` with the kind percent, `amount` with the kind amount. */
export const PromotionInput = input("PromotionInput", "A new promotion", {
  name: Name,
  code: Type.Optional(Code),
  kind: Kind,
  percent: Type.Optional(percent),
  amount: Type.Optional(Value),
  service_ids: Type.Optional(ServiceIds),
  starts_on: Type.Optional(StartsOn),
  ends_on: Type.Optional(EndsOn),
});

/** The kind stays what it is. `service_ids` are replaced as a whole. */
export const PromotionChanges = input("PromotionChanges", "What changes in a promotion", {
  name: Type.Optional(Name),
  code: Type.Optional(Code),
  percent: Type.Optional(percent),
  amount: Type.Optional(Value),
  service_ids: Type.Optional(ServiceIds),
  starts_on: Type.Optional(StartsOn),
  ends_on: Type.Optional(EndsOn),
});

/** Contract §3, "promotion": as it was when it was applied. */
export const AppointmentPromotion = record("AppointmentPromotion", "The promotion of a visit", {
  id: Id,
  name: Name,
  code: Code,
  kind: Kind,
  percent: nullable(percent),
  amount: nullable(Money, "Off all prices together, in minor units; null of a percentage"),
  discount: Money,
  item_ids: Type.Array(Id, { description: "The items it takes something off" }),
  applied_at: utc("When the visit got it"),
});

export const MaybeApplied = nullable(AppointmentPromotion, "The promotion of the visit; null: it has none");

export const AppointmentPromotionInput = input(
  "AppointmentPromotionInput",
  "The promotion that a visit gets",
  {
    promotion_id: Id,
  },
);

export type PromotionRecord = Static<typeof Promotion>;
export type PromotionPageRecord = Static<typeof PromotionPage>;
export type AppliedPromotionRecord = Static<typeof AppointmentPromotion>;
export type NewPromotion = Static<typeof PromotionInput>;
export type ChangedPromotion = Static<typeof PromotionChanges>;
export type PromotionsQueryValues = Static<typeof PromotionsQuery>;
