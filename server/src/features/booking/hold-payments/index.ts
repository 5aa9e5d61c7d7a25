export {
  type AuthorisedDeposit,
  authorisedDeposit,
  claimDeposit,
  paymentOfHold,
  releaseAuthorisation,
} from "./authorisation.ts";
export { deleteEndedPayments, duePayments, openPayment } from "./holdPayments.ts";
export { type DepositToPay, startPayment } from "./startPayment.ts";
