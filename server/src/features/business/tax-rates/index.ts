export { taxRateRoutes } from "./routes.ts";
export { TaxRateId } from "./schema.ts";
export { createTaxRate, type TaxTerms, taxRateProblems, taxTerms } from "./taxRates.ts";
