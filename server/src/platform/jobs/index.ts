export { deleteInBatches } from "./deleteInBatches.ts";
export type { DueWork } from "./dueWork.ts";
export { type Job, startJobs } from "./jobs.ts";
