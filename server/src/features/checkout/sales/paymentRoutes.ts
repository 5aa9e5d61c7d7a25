import { Type } from "typebox";
import { ownOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid, notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/calendar/index.ts";
import { AmountDiffers, Payment, type PaymentProvider, readPayment } from "../payments/index.ts";
import { finishRefund } from "./finishRefund.ts";
import { hearProvider } from "./hearProvider.ts";
import { refund } from "./refund.ts";
import { RefundInput } from "./schema.ts";
import { settlePayment } from "./settle.ts";

const tag = "Payments";
const ONE = "/businesses/:business/payments/:payment";

/**
 * Stripe tells of every business's payments from the same few addresses, several events for each of them. What is refused
 * comes again hours later, so the limit is far above what it sends: it is there for those who send what is not signed,
 * and telling that costs one hash and no question to the database.
 */
const EVENTS_PER_MINUTE = 6_000;

/** What is done to a payment and concerns its sale: sales know of payments, payments do not know of them. */
export function paymentChangeRoutes(context: Context, provider: PaymentProvider | null): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "POST",
      path: `${ONE}/refunds`,
      access: appOnly("owner", "manager"),
      operationId: "refundPayment",
      tag,
      summary: "Refund a payment",
      description:
        "Never more than what remains. What came out of a wallet goes back into it, a unit as a whole. A refund of an online payment is in `refunds` once the provider has said that it succeeded; should the bank send the money back, it is taken out again, without an event.",
      body: RefundInput,
      data: Payment,
      status: 201,
      errors: ["invalid_transition"],
      run: async ({ businessId, params, body, storeResponse, replaceResponse }) => {
        const wish = { paymentId: params.payment, input: body, now: clock.now() };
        const { answer, pendingRefundId } = await withSnapshot(database, businessId, (setup) =>
          database.transaction(async (tx) => {
            const business = { id: businessId, webhookPayload: setup.webhookPayload };
            const { payment, pendingRefundId } = await refund(tx, business, wish);
            if (pendingRefundId !== null && provider === null) throw nobodyToAsk();
            return { answer: storeResponse(tx, { data: payment }), pendingRefundId };
          }),
        );
        if (pendingRefundId === null || provider === null) return answer;
        // Behind the commit: the refund is ours to finish from now on, whatever happens to this request.
        const outcome = await finishRefund(context, provider, {
          businessId,
          refundId: pendingRefundId,
          isNew: true,
        }).catch(() => "pending" as const);
        if (outcome === "failed")
          throw invalid({ path: "/amount", message: "is not given back by the payment provider" });
        return database.transaction(async (tx) =>
          replaceResponse(tx, { data: await readPayment(tx, businessId, params.payment) }),
        );
      },
    }),
    route({
      method: "POST",
      path: `${ONE}/cancel`,
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "cancelPayment",
      tag,
      summary: "Cancel a pending online payment",
      description:
        "What it kept of the sum is due again. Should the client have paid meanwhile, it is answered as that; one that is not pending is answered as it is. 409 when the provider has taken another amount than this: that is to be given back there first.",
      data: Payment,
      errors: ["invalid_transition"],
      run: async ({ businessId, caller, params, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const found = await readPayment(database, businessId, params.payment, own);
        if (found.status === "pending" && provider !== null) {
          const settling = { businessId, paymentId: params.payment, cancelUnpaid: true };
          await settlePayment(context, provider, settling).catch((error: unknown) => {
            if (error instanceof ApiError) throw error;
            if (error instanceof AmountDiffers) throw notOurs();
            const away = "The payment provider is away. Try again shortly.";
            throw new ApiError("unavailable", away, undefined, error);
          });
        }
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await readPayment(tx, businessId, params.payment) }),
        );
      },
    }),
    route({
      method: "POST",
      path: "/public/stripe/events",
      access: { kind: "public" },
      operationId: "receiveStripeWebhook",
      tag,
      summary: "Receive a Stripe webhook",
      description: "For Stripe alone: the body is signed. 404 while Stripe is not configured.",
      body: Type.Object(
        {},
        { $id: "StripeWebhookInput", description: "An event of Stripe's", additionalProperties: true },
      ),
      data: Type.Null({ description: "Nothing" }),
      errors: ["not_found"],
      perAddressPerMinute: EVENTS_PER_MINUTE,
      run: async ({ sent, storeResponse }) => {
        if (provider === null) throw notFound();
        await hearProvider(context, provider, {
          body: sent.bytes(),
          signature: sent.header("stripe-signature"),
        });
        return database.transaction(async (tx) => storeResponse(tx, { data: null }));
      },
    }),
  ];
}

function nobodyToAsk(): ApiError {
  const message = "was paid online, and no payment provider is set up here any more";
  return invalid({ path: "/amount", message });
}

/** The one thing a till cannot settle: the owner gives it back on the provider's pages, and then it is given up. */
function notOurs(): ApiError {
  const message = "The payment provider has taken another amount than this. Give it back there first.";
  return new ApiError("invalid_transition", message, { from: "pending", to: "failed", allowed: [] });
}
