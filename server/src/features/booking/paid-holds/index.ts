export { finishPaidHold, paidHoldJobs } from "./paidHolds.ts";
