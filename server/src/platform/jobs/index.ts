export { deleteInBatches } from "./deleteInBatches.ts";
export { type Job, startJobs } from "./jobs.ts";
