export {
  type AuthorisedDeposit,
  authorisedDeposit,
  claimDeposit,
  paymentOfHold,
  releaseAuthorisation,
} from "./authorisation.ts";
export { deleteEndedPayments, duePayments, openPayment } from "./holdPayments.ts";
export { startPayment } from "./startPayment.ts";
export type { DepositToPay } from "./writeAttempt.ts";
