export { acceptInvitation, type JoinedBusiness } from "./acceptInvitation.ts";
export { invitationBehind } from "./invitations.ts";
export { memberJobs } from "./jobs.ts";
export { WHAT_THEY_DO } from "./letters.ts";
export { memberRoutes } from "./routes.ts";
