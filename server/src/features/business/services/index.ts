export { archiveCategory, createCategory, updateCategory } from "./categories.ts";
export type { ChangedCategory, NewCategory } from "./categorySchema.ts";
export { createService } from "./createService.ts";
export { serviceRoutes } from "./routes.ts";
export { type ChangedService, type NewService, Price } from "./schema.ts";
export { serviceIdProblems } from "./serviceIds.ts";
export { serviceRecord } from "./serviceRecord.ts";
export { archiveService, updateService } from "./updateService.ts";
