import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import type { DueWork, Job } from "../../platform/jobs/index.ts";
import { type NotificationContext, notificationWork } from "./appointment-notifications/index.ts";
import { appointmentRoutes, appointmentWork } from "./appointments/index.ts";
import { availabilityRoutes } from "./availability/index.ts";
import { blockRoutes } from "./blocks/index.ts";
import { calendarJobs } from "./calendar/index.ts";
import { calendarFeedRoutes } from "./calendar-feeds/index.ts";
import { messageSettingRoutes } from "./message-settings/index.ts";

export { notifyClients } from "./appointment-notifications/index.ts";
export { appointmentLocalTimes } from "./appointments/index.ts";

/** Creates the routes for appointments, availability, blocks, the settings of messages about appointments, and calendar feeds. */
export function routes(
  context: Context,
  {
    saleOfItems,
    ...messages
  }: Parameters<typeof appointmentRoutes>[1] & Parameters<typeof messageSettingRoutes>[1],
): Route[] {
  return [
    ...appointmentRoutes(context, { saleOfItems }),
    ...availabilityRoutes(context),
    ...blockRoutes(context),
    ...messageSettingRoutes(context, messages),
    ...calendarFeedRoutes(context, messages),
  ];
}

export function jobs(context: Context & NotificationContext): Job[] {
  return [
    ...appointmentWork.appointmentJobs(context),
    ...calendarJobs(context),
    ...notificationWork.appointmentNotificationJobs(context),
  ];
}

export function dueWork(context: Context & NotificationContext): DueWork[] {
  return [appointmentWork.declineWork(context), notificationWork.reminderWork(context)];
}
