export { type AcceptedMembership, acceptInvitation } from "./acceptInvitation.ts";
export { ROLE_PHRASES } from "./emails.ts";
export { findOpenInvitation } from "./invitations.ts";
export { memberJobs } from "./jobs.ts";
export { memberRoutes } from "./routes.ts";
