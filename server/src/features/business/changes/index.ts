export { type ChangesHub, openHub } from "./hub.ts";
export { changeJobs } from "./jobs.ts";
export { changeRoutes } from "./routes.ts";
