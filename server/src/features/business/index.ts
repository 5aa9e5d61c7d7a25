import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import { auditLogRoutes } from "./audit-log/index.ts";
import { bookingPageRoutes } from "./booking-page/index.ts";
import { businessRoutes } from "./businesses/index.ts";
import { type ChangesHub, changeRoutes } from "./changes/index.ts";
import { type AppointmentLocalTimes, locationRoutes } from "./locations/index.ts";
import { pictureRoutes } from "./pictures/index.ts";
import { policyRoutes } from "./policies/index.ts";
import { sandboxRoutes } from "./sandboxes/index.ts";
import { serviceRoutes } from "./services/index.ts";
import { staffRoutes } from "./staff/index.ts";
import { taxRateRoutes } from "./tax-rates/index.ts";

export { type ChangesHub, changeJobs as jobs, openHub } from "./changes/index.ts";
export { feeOfAppointment } from "./policies/index.ts";
export { findSandboxes, sandboxJobs } from "./sandboxes/index.ts";

/** Creates the routes for a business: settings, policies, menu, locations, staff and the audit log. */
export function routes(
  context: Context,
  {
    address,
    appointmentLocalTimes,
    changesHub,
  }: {
    /** Returns the base URL of the installation, without a trailing slash. */
    readonly address: () => string;
    readonly appointmentLocalTimes: AppointmentLocalTimes;
    /** Absent when the routes are created only for the API description. */
    readonly changesHub?: ChangesHub | undefined;
  },
): Route[] {
  return [
    ...businessRoutes(context, address),
    ...sandboxRoutes(context),
    ...bookingPageRoutes(context, address),
    ...pictureRoutes(context),
    ...auditLogRoutes(context),
    ...changeRoutes(context, changesHub),
    ...serviceRoutes(context),
    ...taxRateRoutes(context),
    ...locationRoutes(context, appointmentLocalTimes),
    ...staffRoutes(context, address),
    ...policyRoutes(context),
  ];
}
