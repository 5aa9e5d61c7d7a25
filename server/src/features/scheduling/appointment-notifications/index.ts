export { appointmentCalendar } from "./appointmentCalendar.ts";
export { clientEmail } from "./clientEmail.ts";
export { emailTo, type NotificationContext } from "./email.ts";
/** The background jobs of notifications, and the work that sends the reminders of one business when its test clock advances. */
export * as notificationWork from "./jobs.ts";
export { NOTIFICATION_KINDS } from "./notificationKind.ts";
export {
  forgetNotified,
  knownBookings,
  notifyClients,
  recordAsNotified,
  rescheduleReminders,
} from "./notifyClients.ts";
export { PLACEHOLDERS, unknownPlaceholders } from "./ownTexts.ts";
export type { NotifiableAppointment } from "./store.ts";
export { textTo } from "./textMessage.ts";
