import type { Context } from "../../../platform/context.ts";
import type { NotificationContext } from "./email.ts";
import { queueNotification } from "./queueNotification.ts";
import { listUpcoming, takeDueReminders } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * When the client is reminded of an appointment: 24 hours before its start. Null if that has passed: the e-mail about
 * the booking replaces the reminder.
 */
export function reminderDueAt(startsAt: number, now: number): number | null {
  const dueAt = startsAt - DAY_MS;
  return dueAt > now ? dueAt : null;
}

/**
 * Queues reminders of booked appointments 24 hours before their start, at most `limit`; returns how many were due. A late
 * reminder is still sent while the start is in the future. Each start of an appointment has one reminder: an appointment that
 * has moved, and whose client does not know yet, gets a reminder of its new start.
 */
export async function remindDue(context: Context & NotificationContext, limit: number): Promise<number> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const due = await tx.query(takeDueReminders, { now, limit });
    if (due.length === 0) return 0;
    const appointments = await tx.query(listUpcoming, {
      businessIds: due.map(({ business_id }) => business_id),
      ids: due.map(({ appointment_id }) => appointment_id),
      now,
    });
    for (const appointment of appointments) {
      const isAsNotified = appointment.starts_at === appointment.notified_starts_at;
      if (appointment.status === "booked" && isAsNotified)
        queueNotification(tx, context, { kind: "reminder", appointments: [appointment], now });
    }
    return due.length;
  });
}
