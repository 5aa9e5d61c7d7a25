import type { Context } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { declineUnanswered } from "./declineUnanswered.ts";

export { declineWork } from "./declineUnanswered.ts";

export function appointmentJobs(context: Context): Job[] {
  const unansweredRequests: Job = {
    name: "unanswered requests",
    // An unanswered appointment is declined at most a second after its start.
    everyMs: 1_000,
    run: async (signal) => {
      await declineUnanswered(context, signal);
    },
  };
  return [unansweredRequests];
}
