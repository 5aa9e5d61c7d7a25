import type { Transaction } from "../../../platform/database/index.ts";
import { queueEmail } from "../../../platform/email/index.ts";
import { type AppointmentNotification, emailTo, type NotificationContext } from "./email.ts";

/**
 * Puts a letter into the queue if there is an address to send it to. One that cannot be written is logged and left
 * out: it must not hold up everybody's events, nor the other reminders.
 */
export function queueNotification(
  tx: Transaction,
  writing: NotificationContext,
  tidings: AppointmentNotification,
): void {
  const [visit] = tidings.visits;
  if (visit === undefined || visit.client_email === null) return;
  try {
    queueEmail(tx, emailTo(visit.client_email, writing, tidings));
  } catch (error) {
    writing.log(`a letter about the visit ${visit.appointment_id} could not be written`, error);
  }
}
