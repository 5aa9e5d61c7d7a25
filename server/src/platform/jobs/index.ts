export { clearAway } from "./clearAway.ts";
export { type Job, startJobs } from "./jobs.ts";
