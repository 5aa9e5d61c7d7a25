export { exportContents } from "./contents.ts";
export { type ExportFiles, exportJobs } from "./jobs.ts";
export { createExport } from "./records.ts";
export { exportRoutes } from "./routes.ts";
