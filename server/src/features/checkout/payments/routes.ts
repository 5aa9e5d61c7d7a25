import { ownOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { type AccountRouteOptions, accountRoutes } from "./account/accountRoutes.ts";
import { depositRoutes } from "./deposits/routes.ts";
import type { OnAuthorised } from "./handleWebhook.ts";
import { AmountDiffers } from "./provider/provider.ts";
import { paymentPage, readPayment } from "./readPayments.ts";
import { refund } from "./refund.ts";
import { salePaymentRoutes } from "./saleRoutes.ts";
import { type SavedCardRouteOptions, savedCardRoutes } from "./saved-cards/routes.ts";
import { Payment, PaymentPage, PaymentQuery, RefundInput } from "./schema.ts";
import { settlePayment } from "./settlePayment.ts";
import { settleRefund } from "./settleRefund.ts";
import { webhookRoute } from "./webhookRoute.ts";

const tag = "Payments";
const PAYMENTS = "/businesses/:business/payments";
const ONE = `${PAYMENTS}/:payment`;

export interface PaymentRouteOptions extends AccountRouteOptions, SavedCardRouteOptions {
  readonly onAuthorised: OnAuthorised;
}

export function paymentRoutes(context: Context, options: PaymentRouteOptions): Route[] {
  const { database, clock } = context;
  const { provider } = options;
  return [
    route({
      method: "GET",
      path: PAYMENTS,
      access: scoped("payments:read"),
      operationId: "listPayments",
      tag,
      summary: "List payments",
      description:
        "Newest first. Business members with the role `staff` see payments of their own appointments and payments of sales without an appointment.",
      query: PaymentQuery,
      data: PaymentPage,
      large: true,
      run: async ({ businessId, caller, query }) => ({
        data: await paymentPage(database, businessId, query, ownOnly(caller, businessId)),
      }),
    }),
    ...accountRoutes(context, options),
    route({
      method: "GET",
      path: ONE,
      access: scoped("payments:read"),
      operationId: "getPayment",
      tag,
      summary: "Get a payment",
      data: Payment,
      run: async ({ businessId, caller, params }) => ({
        data: await readPayment(database, businessId, params.payment, ownOnly(caller, businessId)),
      }),
    }),
    route({
      method: "POST",
      path: `${ONE}/refunds`,
      access: appOnly("owner", "manager"),
      operationId: "refundPayment",
      tag,
      summary: "Refund a payment",
      description:
        "Refunds at most the amount that is not refunded yet. A redemption is returned to its wallet. A unit of a package or membership can only be refunded in full. A refund of an online payment appears in `refunds` after the payment provider reports its success. If the bank returns the money later, the refund is removed without an event.",
      body: RefundInput,
      data: Payment,
      status: 201,
      errors: ["invalid_transition"],
      run: async ({ businessId, params, body, storeResponse, replaceResponse }) => {
        const refunding = { paymentId: params.payment, input: body, now: clock.now() };
        const { answer, pendingRefundId } = await withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            const business = { id: businessId, webhookPayload: snapshot.webhookPayload };
            const { payment, pendingRefundId } = await refund(tx, business, refunding);
            if (pendingRefundId !== null && provider === null) throw notConfigured();
            return { answer: storeResponse(tx, { data: payment }), pendingRefundId };
          }),
        );
        if (pendingRefundId === null || provider === null) return answer;
        // The pending refund is committed. If this request fails from here on, a background job settles the refund.
        const outcome = await settleRefund(context, provider, {
          businessId,
          refundId: pendingRefundId,
          isNew: true,
        }).catch(() => "pending" as const);
        if (outcome === "failed")
          throw invalid({
            path: "/amount",
            message: "was rejected by the payment provider: nothing was refunded",
          });
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
        "The reserved amount becomes due again. If the client has already paid, the payment succeeds instead. A payment that is not pending is returned unchanged. Returns 409 if the payment provider charged a different amount: refund the payment on the provider's pages first.",
      data: Payment,
      errors: ["invalid_transition"],
      run: async ({ businessId, caller, params, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const found = await readPayment(database, businessId, params.payment, own);
        if (found.status === "pending" && provider !== null) {
          const settling = { businessId, paymentId: params.payment, cancelUnpaid: true };
          await settlePayment(context, provider, settling).catch((error: unknown) => {
            if (error instanceof ApiError) throw error;
            if (error instanceof AmountDiffers) throw amountDiffers();
            const message = "The payment provider cannot be reached. Try again shortly.";
            throw new ApiError("unavailable", message, undefined, error);
          });
        }
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await readPayment(tx, businessId, params.payment) }),
        );
      },
    }),
    webhookRoute(context, provider, options.onAuthorised),
    ...salePaymentRoutes(context, provider),
    ...depositRoutes(context, provider),
    ...savedCardRoutes(context, options),
  ];
}

function notConfigured(): ApiError {
  const message = "is not accepted for an online payment: no payment provider is configured";
  return invalid({ path: "/amount", message });
}

function amountDiffers(): ApiError {
  const message =
    "The payment provider charged a different amount. Refund that amount on the provider's pages first.";
  return new ApiError("invalid_transition", message, { from: "pending", to: "failed", allowed: [] });
}
