export { accountIsGone, accountsToAsk, chargeableAccount, refreshAccount } from "./account.ts";
export { moneyList, moneyPage, moneyQuery } from "./moneyList.ts";
export { erasePaymentNotesOf, exportPayments } from "./ofClient.ts";
export {
  businessOf,
  forgetOldEvents,
  isOldNews,
  nameOnlinePayment,
  paymentThere,
  pendingPayment,
  rememberEvent,
  settleOnlinePayment,
} from "./online.ts";
export { paymentRecord, tellOfPayment } from "./paymentRecord.ts";
export { type PaymentRow, pendingPayments, pendingRefunds } from "./pending.ts";
export {
  AccountGone,
  AmountDiffers,
  type PaymentProvider,
  type PaymentState,
  type ProviderEvent,
  ProviderRefusal,
  type RefundState,
} from "./provider.ts";
export { readPayment } from "./readPayments.ts";
export {
  adoptRefund,
  beginRefund,
  lockedPayment,
  type ProviderRefunding,
  providerRefund,
  refundHere,
  settleRefund,
} from "./refunds.ts";
export { paymentRoutes } from "./routes.ts";
export { METHODS, Payment, type PaymentRecord, paymentEvents } from "./schema.ts";
export { stripeProvider } from "./stripe.ts";
export {
  beginOnlinePayment,
  isUnit,
  keptMinor,
  movePayments,
  paymentsOfSale,
  type TakenPayment,
  takePayments,
} from "./take.ts";
