import type { Transaction } from "../../../platform/database/index.ts";
import { queueEmail } from "../../../platform/email/index.ts";
import { type AppointmentNotification, emailTo, type NotificationContext } from "./email.ts";

/** Delay before an e-mail about a change is sent. If the change is undone within this time, the e-mail is withdrawn. */
const UNDO_SECONDS = 10;

/**
 * Queues an e-mail if the client has an address. An e-mail that cannot be composed is logged and skipped, so that it does not
 * stop the relay or the other reminders.
 */
export function queueNotification(
  tx: Transaction,
  context: NotificationContext,
  notification: AppointmentNotification,
): void {
  const [appointment] = notification.appointments;
  if (appointment === undefined || appointment.client_email === null) return;
  try {
    const email = emailTo(appointment.client_email, context, notification);
    queueEmail(tx, notification.kind === "reminder" ? email : { ...email, delaySeconds: UNDO_SECONDS });
  } catch (error) {
    context.log(`an e-mail about the appointment ${appointment.appointment_id} could not be composed`, error);
  }
}
