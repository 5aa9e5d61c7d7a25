import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { bookingRoutes, manageRoutes } from "./appointments/index.ts";
import { holdJobs, holdRoutes, markVerified } from "./holds/index.ts";
import { kioskAuthenticator, kioskJobs, kioskRoutes, kioskTeamRoutes } from "./kiosks/index.ts";
import { businessOfToken, fillManageLinks } from "./manage-links/index.ts";
import { finishPaidHold, paidHoldJobs } from "./paid-holds/index.ts";
import { publicBusinessRoutes } from "./public-business/index.ts";
import { type VisitorSettings, visitorJobs, visitorRoutes } from "./visitors/index.ts";
import {
  offerRoutes,
  publicWaitlistRoutes,
  waitlistJobs,
  waitlistRoutes,
  waitlistSettingsRoutes,
  waitlistWork,
} from "./waitlist/index.ts";

export { businessOfToken, fillManageLinks, finishPaidHold, kioskAuthenticator, waitlistWork };

/** Returns the public routes of the booking page, and the waitlist and kiosk routes. */
export function routes(context: Context, settings: VisitorSettings): Route[] {
  const kioskSettings = { secret: settings.secret, address: settings.emailOutbox.address };
  return [
    ...publicBusinessRoutes(context, {
      ...settings,
      hasPhoneCodes: settings.textOutbox !== null,
      address: settings.emailOutbox.address,
    }),
    ...visitorRoutes(context, { ...settings, markVerified }),
    ...holdRoutes(context, settings),
    ...bookingRoutes(context, settings),
    ...manageRoutes(context, settings),
    ...waitlistRoutes(context),
    ...offerRoutes(context, settings),
    ...waitlistSettingsRoutes(context),
    ...publicWaitlistRoutes(context, settings),
    ...kioskTeamRoutes(context, kioskSettings),
    ...kioskRoutes(context, kioskSettings),
  ];
}

export function jobs(context: Context, settings: Parameters<typeof paidHoldJobs>[1]): Job[] {
  return [
    ...visitorJobs(context),
    ...holdJobs(context),
    ...paidHoldJobs(context, settings),
    ...waitlistJobs(context, settings),
    ...kioskJobs(context),
  ];
}
