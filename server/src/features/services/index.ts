export { archiveCategory, createCategory, updateCategory } from "./categories.ts";
export { createService } from "./createService.ts";
export { serviceRoutes } from "./routes.ts";
export type {
  CategoryRecord,
  ChangedCategory,
  ChangedService,
  NewCategory,
  NewService,
  ServiceRecord,
} from "./schema.ts";
export { serviceRecord } from "./serviceRecord.ts";
export { archiveService, updateService } from "./updateService.ts";
