export { archiveCategory, createCategory } from "./categories.ts";
export { createService } from "./createService.ts";
export { menuImports } from "./importServices.ts";
export { serviceRoutes } from "./routes.ts";
export { MAX_SERVICE_MINUTES, PositivePrice, PRICE_KINDS, Price, type ServiceInput } from "./schema.ts";
export { serviceIdProblems } from "./serviceIds.ts";
export { archiveService, updateService } from "./updateService.ts";
