export type { NotificationContext } from "./email.ts";
export { appointmentNotificationJobs } from "./jobs.ts";
export { notifyClients, recordUpcomingAsNotified, suppressCancellationEmail } from "./notifyClients.ts";
