import { type Static, Type } from "typebox";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import {
  CreatedAt,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
} from "../../../platform/http/shapes.ts";
import { Price } from "../../business/services/index.ts";

const Name = line(120, "What clients read on their receipt and in their wallet", 1);
const Description = nullable(line(2000, "For the team"));
const ServiceIds = Type.Array(Id, {
  maxItems: 500,
  description: "Only these services can be paid with it; none: every service",
});
const ValidMonths = nullable(
  Type.Integer({
    minimum: 1,
    maximum: 120,
    description: "Good to the end of the day so many months after it is sold; null: for good",
  }),
);
const Units = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: "Visits it pays for, one service each",
});
const Credits = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: "Services it pays for in each period; what is left of a period lapses with it",
});
const PeriodMonths = Type.Integer({ minimum: 1, maximum: 12, description: "Length of a period in months" });
const Periods = Type.Integer({
  minimum: 1,
  maximum: 120,
  description: "How many periods the price pays for, the first one included",
});
/** What is on a gift card is never nothing. */
export const Value = input(
  "PrepaidAmountInput",
  "An amount of at least one minor unit of the business's currency",
  {
    ...Price.properties,
    amount: Type.Integer({
      minimum: 1,
      maximum: MAX_AMOUNT_MINOR,
      description: "Minor units of the currency: 5000 is 50.00 EUR, and 5000 JPY",
      examples: [5000],
    }),
  },
);

const times = { created_at: CreatedAt, updated_at: UpdatedAt };

export const Package = record("Package", "A number of visits that are sold together", {
  id: Id,
  name: Name,
  description: Description,
  service_ids: ServiceIds,
  units: Units,
  price: Money,
  valid_months: ValidMonths,
  ...times,
});

export const MembershipPlan = record("MembershipPlan", "Credits that come anew with every period", {
  id: Id,
  name: Name,
  description: Description,
  service_ids: ServiceIds,
  credits: Credits,
  period_months: PeriodMonths,
  periods: Periods,
  price: Money,
  ...times,
});

export const GiftCard = record("GiftCard", "A gift card as it is sold", {
  id: Id,
  name: Name,
  description: Description,
  value: Money,
  price: Money,
  valid_months: ValidMonths,
  ...times,
});

export const PackagePage = page("PackagePage", Package);
export const MembershipPlanPage = page("MembershipPlanPage", MembershipPlan);
export const GiftCardPage = page("GiftCardPage", GiftCard);

export const ProductsQuery = query({ ...pageQuery() });

export const PackageInput = input("PackageInput", "A new package", {
  name: Name,
  description: Type.Optional(Description),
  service_ids: ServiceIds,
  units: Units,
  price: Price,
  valid_months: Type.Optional(ValidMonths),
});

/** `service_ids` are replaced as a whole. */
export const PackageChanges = input("PackageChanges", "What changes in a package", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  service_ids: Type.Optional(ServiceIds),
  units: Type.Optional(Units),
  price: Type.Optional(Price),
  valid_months: Type.Optional(ValidMonths),
});

export const MembershipPlanInput = input("MembershipPlanInput", "A new membership", {
  name: Name,
  description: Type.Optional(Description),
  service_ids: ServiceIds,
  credits: Credits,
  period_months: Type.Optional(PeriodMonths),
  periods: Type.Optional(Periods),
  price: Price,
});

/** `service_ids` are replaced as a whole. */
export const MembershipPlanChanges = input("MembershipPlanChanges", "What changes in a membership", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  service_ids: Type.Optional(ServiceIds),
  credits: Type.Optional(Credits),
  period_months: Type.Optional(PeriodMonths),
  periods: Type.Optional(Periods),
  price: Type.Optional(Price),
});

/** Without a `price` it costs what it is worth. */
export const GiftCardInput = input("GiftCardInput", "A new gift card to sell", {
  name: Name,
  description: Type.Optional(Description),
  value: Value,
  price: Type.Optional(Price),
  valid_months: Type.Optional(ValidMonths),
});

export const GiftCardChanges = input("GiftCardChanges", "What changes in a gift card that is sold", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  value: Type.Optional(Value),
  price: Type.Optional(Price),
  valid_months: Type.Optional(ValidMonths),
});

export type PackageRecord = Static<typeof Package>;
export type MembershipPlanRecord = Static<typeof MembershipPlan>;
export type GiftCardRecord = Static<typeof GiftCard>;
export type NewPackage = Static<typeof PackageInput>;
export type ChangedPackage = Static<typeof PackageChanges>;
export type NewMembershipPlan = Static<typeof MembershipPlanInput>;
export type ChangedMembershipPlan = Static<typeof MembershipPlanChanges>;
export type NewGiftCard = Static<typeof GiftCardInput>;
export type ChangedGiftCard = Static<typeof GiftCardChanges>;
export type ProductsQueryValues = Static<typeof ProductsQuery>;
