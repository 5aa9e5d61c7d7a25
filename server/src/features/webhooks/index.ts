import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import { deliveryRoutes } from "./deliveryRoutes.ts";
import { subscriptionRoutes } from "./routes.ts";
import type { WebhookSettings } from "./settings.ts";

export { openDeliverer } from "./delivery/deliverer.ts";
export { fanOut } from "./delivery/fanOut.ts";
export { webhookJobs } from "./delivery/jobs.ts";
export { sandboxDeliveries } from "./delivery/sandboxDeliveries.ts";
export { disable as disableEndpoint } from "./enable.ts";
export { eraseAnswersAbout } from "./eraseAnswers.ts";
export { publishedEvents } from "./events.ts";
export { subscribe } from "./subscribe.ts";
export type { WebhookSettings };

/** Returns the routes for endpoints, deliveries and the list of events. */
export function webhookRoutes(context: Context, settings: WebhookSettings): Route[] {
  return [...subscriptionRoutes(context, settings), ...deliveryRoutes(context, settings)];
}
