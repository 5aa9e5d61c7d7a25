import { type Static, Type } from "typebox";
import {
  CreatedAt,
  described,
  Id,
  input,
  line,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
} from "../../../platform/http/shapes.ts";

const Name = line(60, "Name on receipts, unique within the business", 1);
const Percent = Type.Number({
  minimum: 0,
  maximum: 100,
  description: "Percentage, with at most three decimal places",
  examples: [19],
});
const Included = Type.Boolean({
  description: "true: prices include the tax; false: the tax is added to prices",
});

export const TaxRateId = nullable(Id, "The tax rate; null for a sale without tax");

export const TaxRate = record("TaxRate", "A tax rate of services, products, packages and memberships", {
  id: described(Id, "The tax rate"),
  name: Name,
  percent: Percent,
  included: Included,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const TaxRatePage = page("TaxRatePage", TaxRate);

export const TaxRatesQuery = query({ ...pageQuery() });

export const TaxRateInput = input("TaxRateInput", "A new tax rate", {
  name: Name,
  percent: Percent,
  included: Included,
});

export const TaxRateChanges = input("TaxRateChanges", "Changes to a tax rate", {
  name: Type.Optional(Name),
  percent: Type.Optional(Percent),
  included: Type.Optional(Included),
});

export type TaxRateRecord = Static<typeof TaxRate>;
export type NewTaxRate = Static<typeof TaxRateInput>;
export type ChangedTaxRate = Static<typeof TaxRateChanges>;
export type TaxRatesQueryValues = Static<typeof TaxRatesQuery>;
