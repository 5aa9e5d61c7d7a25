export { markProven } from "./changeHold.ts";
export { holdJobs } from "./jobs.ts";
export { holdRoutes } from "./routes.ts";
