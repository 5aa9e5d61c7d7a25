export { feeOfAppointment } from "./feeOfAppointment.ts";
export { staffSeesContacts } from "./readPolicies.ts";
export { policyRoutes } from "./routes.ts";
export { setPolicy } from "./setPolicy.ts";
