import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type PaymentProvider, paymentRoutes } from "./payments/index.ts";
import { prepaidRoutes } from "./prepaid/index.ts";
import { promotionRoutes } from "./promotions/index.ts";
import { type FeeFor, feeRoutes, saleJobs, saleRoutes } from "./sales/index.ts";
import { walletJobs, walletRoutes } from "./wallet/index.ts";

export { type PaymentProvider, stripeProvider } from "./payments/index.ts";

export interface CheckoutOptions {
  /** Null: no online payments. */
  readonly provider: PaymentProvider | null;
  /** The address under which people reach this server. */
  readonly address: () => string;
  readonly feeOfVisit: FeeFor;
}

/** Routes of sales, payments, fees, prepaid products, wallets and promotions. */
export function routes(context: Context, { provider, address, feeOfVisit }: CheckoutOptions): Route[] {
  return [
    ...saleRoutes(context, provider),
    ...paymentRoutes(context, { provider, address }),
    ...feeRoutes(context, feeOfVisit),
    ...prepaidRoutes(context),
    ...promotionRoutes(context),
    ...walletRoutes(context),
  ];
}

export function jobs(
  context: Context,
  provider: PaymentProvider | null,
  log: (message: string, error: unknown) => void,
): Job[] {
  return [...saleJobs(context, provider, log), ...walletJobs(context)];
}
