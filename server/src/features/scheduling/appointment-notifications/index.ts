export { appointmentCalendar } from "./appointmentCalendar.ts";
export { clientEmail } from "./clientEmail.ts";
export type { NotificationContext } from "./email.ts";
export { appointmentNotificationJobs } from "./jobs.ts";
export {
  forgetNotified,
  notifyClients,
  recordAsNotified,
  recordUpcomingAsNotified,
} from "./notifyClients.ts";
