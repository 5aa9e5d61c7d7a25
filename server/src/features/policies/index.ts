export { feeFor, type Policy, type PolicyCharge } from "./charges.ts";
export { feeOfVisit } from "./feeOfVisit.ts";
export { policyAt, staffSeesContacts } from "./readPolicies.ts";
export { policyRoutes } from "./routes.ts";
export { setPolicy } from "./setPolicy.ts";
