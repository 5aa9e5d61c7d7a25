export { businessRecord, findBusinessId, lockBusiness } from "./businessRecord.ts";
export { createClientField } from "./clientFields.ts";
export { businessProblems, createBusiness } from "./createBusiness.ts";
export { hasAnyBusiness, lockForFirstBusiness } from "./firstBusiness.ts";
export { businessRoutes } from "./routes.ts";
export { BusinessInput, ClientField, Country } from "./schema.ts";
export { countryProblems, timeZoneProblems } from "./settings.ts";
export { updateBusiness } from "./updateBusiness.ts";
