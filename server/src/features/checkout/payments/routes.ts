import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { letGo, paymentsAccount } from "./account.ts";
import { connectAccount } from "./connectAccount.ts";
import type { PaymentProvider } from "./provider.ts";
import { paymentPage, readPayment } from "./readPayments.ts";
import { OnboardingLink, Payment, PaymentAccount, PaymentPage, PaymentQuery } from "./schema.ts";

const tag = "Payments";
const PAYMENTS = "/businesses/:business/payments";

export interface PaymentRouteOptions {
  /** Null: nothing is paid online. */
  readonly provider: PaymentProvider | null;
  /** Where owners come back to from the provider's pages. */
  readonly address: () => string;
}

/** Payments to read, and the account for those that are paid online. Taking and giving back is the sale's affair. */
export function paymentRoutes(
  { database, clock }: Context,
  { provider, address }: PaymentRouteOptions,
): Route[] {
  return [
    route({
      method: "GET",
      path: PAYMENTS,
      access: scoped("payments:read"),
      operationId: "listPayments",
      tag,
      summary: "List payments",
      description:
        "Newest first. A member of the staff sees those of their own visits, and of sales without one.",
      query: PaymentQuery,
      data: PaymentPage,
      run: async ({ businessId, caller, query }) => ({
        data: await paymentPage(database, businessId, query, ownOnly(caller, businessId)),
      }),
    }),
    route({
      method: "GET",
      path: `${PAYMENTS}/account`,
      access: scoped("payments:read"),
      operationId: "getPaymentAccount",
      tag,
      summary: "Get the payment account",
      description: "`not_connected` until an owner has connected an account.",
      data: PaymentAccount,
      run: async ({ businessId }) => ({ data: await paymentsAccount(database, businessId, provider) }),
    }),
    route({
      method: "POST",
      path: `${PAYMENTS}/account/connect`,
      access: appOnly("owner"),
      operationId: "connectPaymentAccount",
      tag,
      summary: "Connect a payment account",
      description:
        "Answers a link to the provider's page; a new one each time, whatever `Idempotency-Key` says.",
      data: OnboardingLink,
      ignoresIdempotencyKey: true,
      run: async ({ businessId, storeResponse }) => {
        const wanted = { businessId, returnUrl: address(), now: clock.now() };
        const data = await connectAccount(database, provider, wanted);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "DELETE",
      path: `${PAYMENTS}/account`,
      access: appOnly("owner"),
      operationId: "disconnectPaymentAccount",
      tag,
      summary: "Disconnect the payment account",
      description: "Nothing more is charged on it; what was charged can still be refunded.",
      data: Deleted,
      run: async ({ businessId }) => ({
        data: await database.transaction((tx) => letGo(tx, businessId, clock.now())),
      }),
    }),
    route({
      method: "GET",
      path: `${PAYMENTS}/:payment`,
      access: scoped("payments:read"),
      operationId: "getPayment",
      tag,
      summary: "Get a payment",
      data: Payment,
      run: async ({ businessId, caller, params }) => ({
        data: await readPayment(database, businessId, params.payment, ownOnly(caller, businessId)),
      }),
    }),
  ];
}
