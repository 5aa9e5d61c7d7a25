import type { Context } from "../../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../../platform/http/route.ts";
import { Deleted } from "../../../../platform/http/shapes.ts";
import type { PaymentProvider } from "../provider/provider.ts";
import { OnboardingLink, PaymentAccount } from "../schema.ts";
import { disconnectAccount, paymentsAccount } from "./account.ts";
import { connectAccount } from "./connectAccount.ts";

const tag = "Payments";
const ACCOUNT = "/businesses/:business/payments/account";

export interface AccountRouteOptions {
  /** The payment provider, or null if the installation has no online payments. */
  readonly provider: PaymentProvider | null;
  /** The URL to which the provider's pages redirect owners. */
  readonly address: () => string;
}

export function accountRoutes(
  { database, clock }: Context,
  { provider, address }: AccountRouteOptions,
): Route[] {
  return [
    route({
      method: "GET",
      path: ACCOUNT,
      access: scoped("payments:read"),
      operationId: "getPaymentAccount",
      tag,
      summary: "Get the payment account",
      description: "The status is `not_connected` until an owner connects an account.",
      data: PaymentAccount,
      run: async ({ businessId }) => ({ data: await paymentsAccount(database, businessId, provider) }),
    }),
    route({
      method: "POST",
      path: `${ACCOUNT}/connect`,
      access: appOnly("owner"),
      operationId: "connectPaymentAccount",
      tag,
      summary: "Connect a payment account",
      description:
        "Returns a link to the payment provider's page. Each request returns a new link, even with the same `Idempotency-Key`.",
      data: OnboardingLink,
      ignoresIdempotencyKey: true,
      dryRunsWithout: ["url"],
      run: async ({ businessId, storeResponse }) => {
        const wanted = { businessId, returnUrl: address(), now: clock.now() };
        const data = await connectAccount(database, provider, wanted);
        return database.transaction(async (tx) => storeResponse(tx, { data }));
      },
    }),
    route({
      method: "DELETE",
      path: ACCOUNT,
      access: appOnly("owner"),
      operationId: "disconnectPaymentAccount",
      tag,
      summary: "Disconnect the payment account",
      description: "The account takes no further payments. Earlier payments can still be refunded.",
      data: Deleted,
      run: ({ businessId, write }) => write(database, (tx) => disconnectAccount(tx, businessId, clock.now())),
    }),
  ];
}
