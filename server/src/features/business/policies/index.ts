export { clientTerms, feeUnder, type PolicyTerms } from "./clientTerms.ts";
export { depositOfBooking } from "./depositOfBooking.ts";
export { feeOfAppointment } from "./feeOfAppointment.ts";
export { type BookingFees, feesOfBooking } from "./feesOfBooking.ts";
export { currentPolicy, maxDiscountPercent, staffSeesContacts } from "./readPolicies.ts";
export { policyRoutes } from "./routes.ts";
export { PolicyCharge } from "./schema.ts";
export { setPolicy } from "./setPolicy.ts";
