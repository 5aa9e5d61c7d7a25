import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { dayClosingRoutes } from "./day-closings/index.ts";
import {
  openSaleOf,
  type PaymentProvider,
  type PaymentRouteOptions,
  paymentJobs,
  paymentRoutes,
  withoutDryRuns,
} from "./payments/index.ts";
import { prepaidRoutes } from "./prepaid/index.ts";
import { productRoutes } from "./products/index.ts";
import { promotionRoutes } from "./promotions/index.ts";
import { receiptRoutes } from "./receipts/index.ts";
import { reportRoutes } from "./reports/index.ts";
import { saleRoutes } from "./sales/index.ts";
import { walletJobs, walletRoutes } from "./wallet/index.ts";

export { openSaleOf, type PaymentProvider, stripeProvider } from "./payments/index.ts";
export { walletWork } from "./wallet/index.ts";

export type CheckoutOptions = PaymentRouteOptions;

/** Returns the routes for sales, payments, fees, prepaid products, wallets and promotions. */
export function routes(context: Context, given: CheckoutOptions): Route[] {
  const provider = given.provider === null ? null : withoutDryRuns(given.provider);
  const options = { ...given, provider };
  return [
    ...saleRoutes(context),
    ...paymentRoutes(context, options),
    ...prepaidRoutes(context),
    ...productRoutes(context),
    ...receiptRoutes(context),
    ...dayClosingRoutes(context),
    ...reportRoutes(context),
    ...promotionRoutes(context, openSaleOf.repriceOpenSale),
    ...walletRoutes(context),
  ];
}

export function jobs(
  context: Context,
  provider: PaymentProvider | null,
  log: (message: string, error: unknown) => void,
): Job[] {
  return [...paymentJobs(context, provider, log), ...walletJobs(context)];
}
