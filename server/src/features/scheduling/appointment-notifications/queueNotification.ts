import type { Transaction } from "../../../platform/database/index.ts";
import { queueEmail, queueText } from "../../../platform/email/index.ts";
import { type AppointmentNotification, emailTo, type NotificationContext } from "./email.ts";
import { textTo } from "./textMessage.ts";

/** Delay in seconds before a message about a change is sent. If the change is undone within this time, the message is withdrawn. */
const UNDO_SECONDS = 10;

/**
 * Queues an e-mail if the client has an address. Otherwise queues a text message if the client has a phone number and the operator has
 * configured a provider. Queues nothing if the business has turned off messages of this kind. Logs and skips a message that cannot be
 * composed, so that the relay and the job for reminders continue.
 */
export function queueNotification(
  tx: Transaction,
  context: NotificationContext,
  notification: AppointmentNotification,
): void {
  const [appointment] = notification.appointments;
  if (appointment === undefined || appointment.messages?.[notification.kind]?.enabled === false) return;
  const { client_email: email, client_phone_e164: phone } = appointment;
  const delaySeconds = notification.kind === "reminder" ? 0 : UNDO_SECONDS;
  try {
    if (email !== null) queueEmail(tx, { ...emailTo(email, context, notification), delaySeconds });
    else if (phone !== null && context.textSender != null)
      queueText(tx, { ...textTo(phone, context, notification), delaySeconds });
  } catch (error) {
    context.log(`a message about the appointment ${appointment.appointment_id} could not be composed`, error);
  }
}
