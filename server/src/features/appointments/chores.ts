import type { Chore } from "../../platform/chores/index.ts";
import type { Context } from "../../platform/context.ts";
import { declineUnanswered } from "./declineUnanswered.ts";

export function appointmentChores(context: Context): Chore[] {
  const unansweredRequests: Chore = {
    name: "unanswered requests",
    // A second after its start at the latest, a request is declined.
    everyMs: 1_000,
    run: async (signal) => {
      await declineUnanswered(context, signal);
    },
  };
  return [unansweredRequests];
}
