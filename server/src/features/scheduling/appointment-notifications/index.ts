export { appointmentCalendar } from "./appointmentCalendar.ts";
export type { NotificationContext } from "./email.ts";
export { appointmentNotificationJobs } from "./jobs.ts";
export { localDateTime } from "./localDateTime.ts";
export {
  forgetNotified,
  notifyClients,
  recordAsNotified,
  recordUpcomingAsNotified,
} from "./notifyClients.ts";
