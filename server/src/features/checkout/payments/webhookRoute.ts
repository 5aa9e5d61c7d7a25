import { Type } from "typebox";
import { notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { handleWebhook, type OnAuthorised } from "./handleWebhook.ts";
import type { PaymentProvider } from "./provider/provider.ts";

/**
 * Stripe sends several events for each payment of every business from a few addresses, and repeats a rejected event only hours later. The
 * limit is therefore far above the rate of Stripe's requests. The limit stops floods of unsigned requests, each of which needs one hash
 * computation and no SQL statement.
 */
const EVENTS_PER_MINUTE = 6_000;

export function webhookRoute(
  context: Context,
  provider: PaymentProvider | null,
  onAuthorised: OnAuthorised,
): Route {
  return route({
    method: "POST",
    path: "/public/stripe/events",
    access: { kind: "public" },
    operationId: "receiveStripeWebhook",
    tag: "Payments",
    summary: "Receive a Stripe webhook",
    description:
      "Only Stripe can call this operation, because Stripe signs the body. Returns 404 if Stripe is not configured.",
    body: Type.Object(
      {},
      { $id: "StripeWebhookInput", description: "An event of Stripe", additionalProperties: true },
    ),
    data: Type.Null({ description: "Always null" }),
    errors: ["not_found"],
    perAddressPerMinute: EVENTS_PER_MINUTE,
    run: async ({ sent, storeResponse }) => {
      if (provider === null) throw notFound();
      await handleWebhook(context, provider, onAuthorised, {
        body: sent.bytes(),
        signature: sent.header("stripe-signature"),
      });
      return context.database.transaction(async (tx) => storeResponse(tx, { data: null }));
    },
  });
}
