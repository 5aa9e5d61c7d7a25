import type { Context } from "../../../platform/context.ts";
import { type DueWork, deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import type { NotificationContext } from "./email.ts";
import { remindDue } from "./remind.ts";
import { deleteOld, nextReminder } from "./store.ts";

/**
 * The time in milliseconds for which a notification state is stored after the start of the appointment. If staff reschedule a
 * missed appointment within this time, the client gets a notification about the new start instead of a booking confirmation.
 */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Maximum number of reminders per transaction. */
const REMINDER_BATCH = 100;

export function reminderWork(context: Context & NotificationContext): DueWork {
  return {
    name: "reminders",
    nextDueAt: async (businessId) =>
      (await context.database.query(nextReminder, { businessId }))[0]?.due_at ?? null,
    run: async (businessId) => void (await remindDue(context, REMINDER_BATCH, businessId)),
  };
}

export function appointmentNotificationJobs(context: Context & NotificationContext): Job[] {
  const { database, clock } = context;
  return [
    {
      name: "reminders",
      everyMs: 30_000,
      run: async (signal) => {
        while (!signal.aborted) if ((await remindDue(context, REMINDER_BATCH)) < REMINDER_BATCH) return;
      },
    },
    {
      name: "notification states of old appointments",
      everyMs: 3_600_000,
      run: (signal) =>
        deleteInBatches(signal, async (limit) => {
          const [row] = await database.query(deleteOld, { beforeAt: clock.now() - KEPT_MS, limit });
          return row?.deleted ?? 0;
        }),
    },
  ];
}
