import type { Context } from "../../../platform/context.ts";
import type { NotificationContext } from "./email.ts";
import { queueNotification } from "./queueNotification.ts";
import { readNotifiable, takeDueReminders } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * When the client of a visit is to be reminded of it: 24 hours before its start. Null for one of which they hear later
 * than that, because then the letter that tells of it is reminder enough.
 */
export function reminderDueAt(startsAt: number, now: number): number | null {
  const dueAt = startsAt - DAY_MS;
  return dueAt > now ? dueAt : null;
}

/**
 * Reminds the clients of booked visits 24 hours before their start, `most` of them at most; answers how many were due.
 * Late rather than not at all, as long as the start is to come. A visit is reminded of once for each of its starts: one
 * that has moved and of which the client does not know yet will have a reminder of its own.
 */
export async function remindDue(context: Context & NotificationContext, limit: number): Promise<number> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const due = await takeDueReminders(tx, now, limit);
    if (due.length === 0) return 0;
    for (const visit of await readNotifiable(tx, due, now)) {
      const isAsTold = visit.starts_at === visit.told_starts_at;
      if (visit.status === "booked" && isAsTold)
        queueNotification(tx, context, { news: "reminder", visits: [visit], now });
    }
    return due.length;
  });
}
