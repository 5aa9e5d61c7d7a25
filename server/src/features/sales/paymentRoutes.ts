import { Type } from "typebox";
import { ownOnly } from "../../kernel/caller.ts";
import { ApiError, invalid, notFound } from "../../kernel/errors.ts";
import type { Context } from "../../platform/context.ts";
import { appOnly, type Route, route } from "../../platform/http/route.ts";
import { withSetup } from "../calendar/index.ts";
import { Payment, type PaymentProvider, readPayment } from "../payments/index.ts";
import { hearProvider } from "./hearProvider.ts";
import { refund } from "./refund.ts";
import { RefundInput } from "./schema.ts";
import { finishRefund, settlePayment } from "./settle.ts";

const tag = "Payments";
const ONE = "/businesses/:business/payments/:payment";

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
      summary: "Give money back",
      description:
        "Never more than what remains. What came out of a wallet goes back into it, a unit as a whole. A refund of an online payment is in `refunds` once the provider has said that it succeeded.",
      body: RefundInput,
      data: Payment,
      status: 201,
      errors: ["invalid_transition"],
      run: async ({ businessId, params, body, keep, keepAnew }) => {
        const wish = { paymentId: params.payment, input: body, now: clock.now() };
        const { answer, pendingRefundId } = await withSetup(database, businessId, (setup) =>
          database.transaction(async (tx) => {
            const business = { id: businessId, webhookPayload: setup.webhookPayload };
            const { payment, pendingRefundId } = await refund(tx, business, wish);
            return { answer: keep(tx, { data: payment }), pendingRefundId };
          }),
        );
        if (pendingRefundId === null || provider === null) return answer;
        // Behind the commit: the refund is ours to finish from now on, whatever happens to this request.
        const outcome = await finishRefund(context, provider, {
          businessId,
          refundId: pendingRefundId,
        }).catch(() => "pending" as const);
        if (outcome === "failed")
          throw invalid({ path: "/amount", message: "is not given back by the payment provider" });
        return database.transaction(async (tx) =>
          keepAnew(tx, { data: await readPayment(tx, businessId, params.payment) }),
        );
      },
    }),
    route({
      method: "POST",
      path: `${ONE}/cancel`,
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "cancelPayment",
      tag,
      summary: "Give an online payment up that nobody has made yet",
      description:
        "What it kept of the sum is due again. Should the client have paid meanwhile, it is answered as that; one that is not pending is answered as it is.",
      data: Payment,
      run: async ({ businessId, caller, params, keep }) => {
        const own = ownOnly(caller, businessId);
        const found = await readPayment(database, businessId, params.payment, own);
        if (found.status === "pending" && provider !== null) {
          const settling = { businessId, paymentId: params.payment, cancelUnpaid: true };
          await settlePayment(context, provider, settling).catch((error: unknown) => {
            if (error instanceof ApiError) throw error;
            const away = "The payment provider is away. Try again shortly.";
            throw new ApiError("unavailable", away, undefined, error);
          });
        }
        return database.transaction(async (tx) =>
          keep(tx, { data: await readPayment(tx, businessId, params.payment) }),
        );
      },
    }),
    route({
      method: "POST",
      path: "/public/stripe/events",
      access: { kind: "public" },
      operationId: "hearStripe",
      tag,
      summary: "Stripe tells what has happened",
      description: "For Stripe alone: the body is signed. 404 while Stripe is not configured.",
      body: Type.Object(
        {},
        { $id: "StripeEvent", description: "An event of Stripe's", additionalProperties: true },
      ),
      data: Type.Null({ description: "Nothing" }),
      errors: ["not_found"],
      run: async ({ sent, keep }) => {
        if (provider === null) throw notFound();
        await hearProvider(context, provider, {
          body: sent.bytes(),
          signature: sent.header("stripe-signature"),
        });
        return database.transaction(async (tx) => keep(tx, { data: null }));
      },
    }),
  ];
}
