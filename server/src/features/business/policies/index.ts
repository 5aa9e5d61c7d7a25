export { feeOfVisit } from "./feeOfVisit.ts";
export { staffSeesContacts } from "./readPolicies.ts";
export { policyRoutes } from "./routes.ts";
export { setPolicy } from "./setPolicy.ts";
