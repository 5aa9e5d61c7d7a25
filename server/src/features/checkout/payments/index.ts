export { checkOut } from "./checkOut.ts";
/** Functions that move the payments of a merged client, and export and erase the payment data of a client. */
export * as clientPayments from "./clientPayments.ts";
export { onlineDeposits } from "./deposits/onlineDeposits.ts";
/** Functions that take payments at the desk. */
export * as deskPayments from "./deskPayments.ts";
/** Functions that update the open sale of an appointment when the appointment changes. */
export * as openSaleOf from "./followAppointment.ts";
export { paymentJobs } from "./jobs.ts";
export { withoutDryRuns } from "./provider/dryRunProvider.ts";
export type { PaymentProvider } from "./provider/provider.ts";
export { stripeProvider } from "./provider/stripe.ts";
export { listSalePayments } from "./readPayments.ts";
export { refund } from "./refund.ts";
export { type PaymentRouteOptions, paymentRoutes } from "./routes.ts";
export { Payment, paymentEvents } from "./schema.ts";
