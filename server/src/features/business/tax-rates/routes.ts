import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { TaxRate, TaxRateChanges, TaxRateInput, TaxRatePage, TaxRatesQuery } from "./schema.ts";
import { archiveTaxRate, createTaxRate, listTaxRates, updateTaxRate } from "./taxRates.ts";

const tag = "Menu";
const COLLECTION = "/businesses/:business/tax-rates";
const ONE = "/businesses/:business/tax-rates/:tax_rate";
const access = appOnly("owner", "manager");

export function taxRateRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "listTaxRates",
      tag,
      summary: "List tax rates",
      description: "Oldest first. Excludes archived tax rates.",
      query: TaxRatesQuery,
      data: TaxRatePage,
      run: async ({ businessId, query }) => ({ data: await listTaxRates(database, businessId, query) }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createTaxRate",
      tag,
      summary: "Create a tax rate",
      description: "Names are unique within the business, ignoring case.",
      body: TaxRateInput,
      data: TaxRate,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createTaxRate(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access,
      operationId: "updateTaxRate",
      tag,
      summary: "Update a tax rate",
      description: "Applies to future sales. An existing sale keeps the tax rates from its creation.",
      body: TaxRateChanges,
      data: TaxRate,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateTaxRate(tx, businessId, params.tax_rate, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access,
      operationId: "archiveTaxRate",
      tag,
      summary: "Archive a tax rate",
      description:
        "The tax rate cannot be assigned any more. Services and products with the tax rate keep it until they are changed.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveTaxRate(tx, businessId, params.tax_rate, clock.now())),
    }),
  ];
}
