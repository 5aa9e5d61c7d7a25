import * as access from "./features/access/index.ts";
import * as booking from "./features/booking/index.ts";
import * as business from "./features/business/index.ts";
import * as checkout from "./features/checkout/index.ts";
import * as clients from "./features/clients/index.ts";
import * as sandbox from "./features/sandbox/index.ts";
import * as scheduling from "./features/scheduling/index.ts";
import * as transfer from "./features/transfer/index.ts";
import { type WebhookSettings, webhookRoutes } from "./features/webhooks/index.ts";
import type { Context } from "./platform/context.ts";
import type { EmailOutbox } from "./platform/email/index.ts";
import type { Route } from "./platform/http/route.ts";
import type { TextOutbox } from "./platform/sms/index.ts";

/** The dependencies of the routes, in addition to the database. Callers that only describe the routes need only `webhooks`. */
export interface RouteSettings {
  readonly webhooks: WebhookSettings;
  /** The payment provider; null or absent disables online payments. */
  readonly paymentProvider?: checkout.PaymentProvider | null;
  /** The payment provider's key for browsers. */
  readonly publishableKey?: string | undefined;
  /** Sends text messages with codes; if null or absent, codes are sent by e-mail only. */
  readonly textOutbox?: TextOutbox | null;
  /** The installation's secret. */
  readonly secret?: string;
  readonly photoStorage?: clients.PhotoStorage;
  readonly changesHub?: business.ChangesHub;
  /** Logs errors that do not cause an error response; default: no logging. */
  readonly log?: (message: string, error: unknown) => void;
}

/** Returns all routes of the API, for the server, the API description and the tests. */
export function allRoutes(context: Context, emailOutbox: EmailOutbox, settings: RouteSettings): Route[] {
  const { webhooks, paymentProvider = null, secret = "", photoStorage = clients.NO_PHOTO_STORAGE } = settings;
  const { log = () => undefined } = settings;
  return [
    ...access.routes(context, emailOutbox),
    ...business.routes(context, {
      address: emailOutbox.address,
      appointmentLocalTimes: scheduling.appointmentLocalTimes,
      changesHub: settings.changesHub,
    }),
    ...scheduling.routes(context, {
      saleOfItems: checkout.openSaleOf.saleOfItems,
      address: emailOutbox.address,
      sendsTexts: settings.textOutbox != null,
    }),
    ...clients.routes(context, { emailOutbox, secret, photoStorage }),
    ...checkout.routes(context, {
      provider: paymentProvider,
      address: emailOutbox.address,
      log,
      feeOfAppointment: business.feeOfAppointment,
      onAuthorised: async (hold) => {
        if (paymentProvider !== null)
          await booking.finishPaidHold(context, { provider: paymentProvider, secret }, hold);
      },
    }),
    ...webhookRoutes(context, webhooks),
    ...transfer.routes(context, photoStorage.blobs),
    ...sandbox.routes(context),
    ...booking.routes(context, {
      emailOutbox,
      textOutbox: settings.textOutbox ?? null,
      secret,
      provider: paymentProvider,
      publishableKey: settings.publishableKey ?? null,
    }),
  ];
}
