export { businessRecord, findBusinessId } from "./businessRecord.ts";
export { addClientField, archiveClientField, changeClientField } from "./clientFields.ts";
export { createBusiness } from "./createBusiness.ts";
export { aloneOpeningBusinesses, holdsAnyBusiness } from "./firstBusiness.ts";
export { businessRoutes } from "./routes.ts";
export type { NewBusiness } from "./schema.ts";
export { BusinessInput, Country } from "./schema.ts";
export { countryProblems, timeZoneProblems } from "./settings.ts";
export { updateBusiness } from "./updateBusiness.ts";
