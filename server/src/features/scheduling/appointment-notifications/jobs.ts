import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import type { NotificationContext } from "./email.ts";
import { remindDue } from "./remind.ts";
import { deleteOldNotifications } from "./store.ts";

/** For whoever did not come and is booked anew within it, the new time is news and not a first letter. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Letters of one transaction. */
const REMINDERS_AT_ONCE = 100;

export function appointmentNotificationJobs(context: Context & NotificationContext): Job[] {
  return [
    {
      name: "reminders",
      everyMs: 30_000,
      run: async (signal) => {
        while (!signal.aborted) if ((await remindDue(context, REMINDERS_AT_ONCE)) < REMINDERS_AT_ONCE) return;
      },
    },
    {
      name: "what clients were told of old visits",
      everyMs: 3_600_000,
      run: (signal) =>
        deleteInBatches(signal, (limit) =>
          deleteOldNotifications(context.database, context.clock.now() - KEPT_MS, limit),
        ),
    },
  ];
}
