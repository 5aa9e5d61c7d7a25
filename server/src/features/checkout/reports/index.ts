export { readReport } from "./readReport.ts";
export { REPORTS } from "./reports.ts";
export { reportRoutes } from "./routes.ts";
