export { clientTerms, type PolicyTerms } from "./clientTerms.ts";
export { feeOfAppointment } from "./feeOfAppointment.ts";
export { maxDiscountPercent, staffSeesContacts } from "./readPolicies.ts";
export { policyRoutes } from "./routes.ts";
export { setPolicy } from "./setPolicy.ts";
