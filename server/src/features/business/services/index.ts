export { archiveCategory, createCategory } from "./categories.ts";
export { createService } from "./createService.ts";
export { serviceRoutes } from "./routes.ts";
export { PositivePrice, Price, type ServiceInput } from "./schema.ts";
export { serviceIdProblems } from "./serviceIds.ts";
export { archiveService, updateService } from "./updateService.ts";
