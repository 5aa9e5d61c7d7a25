export type { NotificationContext } from "./email.ts";
export { appointmentNotificationJobs } from "./jobs.ts";
export { notifyClients, suppressCancellationEmail } from "./notifyClients.ts";
export { recordUpcomingAsNotified } from "./store.ts";
