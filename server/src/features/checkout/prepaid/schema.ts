import { type Static, Type } from "typebox";
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
import { PositivePrice, Price } from "../../business/services/index.ts";
import { TaxRateId } from "../../business/tax-rates/index.ts";

const Name = line(120, "Name on receipts and in wallets", 1);
const Description = nullable(line(2000, "A note for the staff"));
const ServiceIds = Type.Array(Id, {
  maxItems: 500,
  description: "Services that the product pays for; empty for all services",
});
const ValidMonths = nullable(
  Type.Integer({
    minimum: 1,
    maximum: 120,
    description: "Months after the sale until which it is valid, to the end of that day; null for no expiry",
  }),
);
const Units = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: "Number of services that the package pays for",
});
const Credits = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description:
    "Number of services it pays for in each period; unused credits expire at the end of the period",
});
const PeriodMonths = Type.Integer({ minimum: 1, maximum: 12, description: "Length of a period in months" });
const Periods = Type.Integer({
  minimum: 1,
  maximum: 120,
  description: "Number of periods the price pays for, the first one included",
});
const times = { created_at: CreatedAt, updated_at: UpdatedAt };

export const Package = record("Package", "A number of units sold together; a unit pays for one service", {
  id: Id,
  name: Name,
  description: Description,
  service_ids: ServiceIds,
  units: Units,
  price: Money,
  valid_months: ValidMonths,
  tax_rate_id: TaxRateId,
  ...times,
});

export const MembershipPlan = record("MembershipPlan", "Credits that renew with every period", {
  id: Id,
  name: Name,
  description: Description,
  service_ids: ServiceIds,
  credits: Credits,
  period_months: PeriodMonths,
  periods: Periods,
  price: Money,
  tax_rate_id: TaxRateId,
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
  tax_rate_id: Type.Optional(TaxRateId),
});

/** Changes to a package. `service_ids` replaces the whole list. */
export const PackageChanges = input("PackageChanges", "Changes to a package", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  service_ids: Type.Optional(ServiceIds),
  units: Type.Optional(Units),
  price: Type.Optional(Price),
  valid_months: Type.Optional(ValidMonths),
  tax_rate_id: Type.Optional(TaxRateId),
});

export const MembershipPlanInput = input("MembershipPlanInput", "A new membership plan", {
  name: Name,
  description: Type.Optional(Description),
  service_ids: ServiceIds,
  credits: Credits,
  period_months: Type.Optional(PeriodMonths),
  periods: Type.Optional(Periods),
  price: Price,
  tax_rate_id: Type.Optional(TaxRateId),
});

/** Changes to a membership plan. `service_ids` replaces the whole list. */
export const MembershipPlanChanges = input("MembershipPlanChanges", "Changes to a membership plan", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  service_ids: Type.Optional(ServiceIds),
  credits: Type.Optional(Credits),
  period_months: Type.Optional(PeriodMonths),
  periods: Type.Optional(Periods),
  price: Type.Optional(Price),
  tax_rate_id: Type.Optional(TaxRateId),
});

/** A new gift card; its `price` defaults to its `value`. */
export const GiftCardInput = input("GiftCardInput", "A new gift card to sell", {
  name: Name,
  description: Type.Optional(Description),
  value: PositivePrice,
  price: Type.Optional(Price),
  valid_months: Type.Optional(ValidMonths),
});

export const GiftCardChanges = input("GiftCardChanges", "Changes to a gift card", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  value: Type.Optional(PositivePrice),
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
