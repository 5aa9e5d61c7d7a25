import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { appointmentNotificationJobs, type NotificationContext } from "./appointment-notifications/index.ts";
import { appointmentJobs, appointmentRoutes } from "./appointments/index.ts";
import { availabilityRoutes } from "./availability/index.ts";
import { blockRoutes } from "./blocks/index.ts";
import { calendarJobs } from "./calendar/index.ts";

export { notifyClients } from "./appointment-notifications/index.ts";
export { appointmentLocalTimes } from "./appointments/index.ts";

/** Creates the routes for appointments, availability and blocks. */
export function routes(context: Context, options: Parameters<typeof appointmentRoutes>[1]): Route[] {
  return [...appointmentRoutes(context, options), ...availabilityRoutes(context), ...blockRoutes(context)];
}

export function jobs(context: Context & NotificationContext): Job[] {
  return [...appointmentJobs(context), ...calendarJobs(context), ...appointmentNotificationJobs(context)];
}
