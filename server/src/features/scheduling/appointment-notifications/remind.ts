import type { Context } from "../../../platform/context.ts";
import type { NotificationContext } from "./email.ts";
import { queueNotification } from "./queueNotification.ts";
import { listUpcoming, takeDueReminders, takeDueRemindersOf } from "./store.ts";

/**
 * Takes at most `limit` due reminders of one business or of all businesses, queues a notification for each booked appointment,
 * and returns the number of due reminders. A late reminder is still sent if the start is in the future. Each start has one
 * reminder. If an appointment was rescheduled and its client has not been notified yet, the reminder for the old start is not
 * sent.
 */
export async function remindDue(
  context: Context & NotificationContext,
  limit: number,
  businessId?: string,
): Promise<number> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const due =
      businessId === undefined
        ? await tx.query(takeDueReminders, { now, limit })
        : await tx.query(takeDueRemindersOf, { businessId, now, limit });
    if (due.length === 0) return 0;
    const upcoming = [...Map.groupBy(due, ({ business_id }) => business_id)].map(([ofBusiness, reminders]) =>
      tx.query(listUpcoming, {
        businessId: ofBusiness,
        ids: reminders.map(({ appointment_id }) => appointment_id),
        now,
      }),
    );
    for (const appointment of (await Promise.all(upcoming)).flat()) {
      const isAsNotified = appointment.starts_at === appointment.notified_starts_at;
      if (appointment.status === "booked" && isAsNotified)
        queueNotification(tx, context, { kind: "reminder", appointments: [appointment], now });
    }
    return due.length;
  });
}
