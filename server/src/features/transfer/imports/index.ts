export { clientImports } from "./clientImports.ts";
export { importJobs } from "./jobs.ts";
export { importRoutes } from "./routes.ts";
export { createImport } from "./upload.ts";
