import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { appointmentNotificationJobs, type LetterWriting } from "./appointment-notifications/index.ts";
import { appointmentJobs, appointmentRoutes, clientVisitRoutes } from "./appointments/index.ts";
import { availabilityRoutes } from "./availability/index.ts";
import { blockRoutes } from "./blocks/index.ts";
import { calendarJobs } from "./calendar/index.ts";

export { tellClients } from "./appointment-notifications/index.ts";
export { visitsOfPlace } from "./appointments/index.ts";

/** Routes of appointments, availability and blocks. */
export function routes(context: Context): Route[] {
  return [
    ...appointmentRoutes(context),
    ...clientVisitRoutes(context),
    ...availabilityRoutes(context),
    ...blockRoutes(context),
  ];
}

export function jobs(context: Context & LetterWriting): Job[] {
  return [...appointmentJobs(context), ...calendarJobs(context), ...appointmentNotificationJobs(context)];
}
