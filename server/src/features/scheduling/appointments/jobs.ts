import type { Context } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { declineUnanswered } from "./declineUnanswered.ts";

export function appointmentJobs(context: Context): Job[] {
  const unansweredRequests: Job = {
    name: "unanswered requests",
    // A second after its start at the latest, a request is declined.
    everyMs: 1_000,
    run: async (signal) => {
      await declineUnanswered(context, signal);
    },
  };
  return [unansweredRequests];
}
