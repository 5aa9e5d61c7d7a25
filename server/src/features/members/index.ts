export { acceptInvitation, type JoinedBusiness } from "./acceptInvitation.ts";
export { memberChores } from "./chores.ts";
export { invitationBehind } from "./invitations.ts";
export { WHAT_THEY_DO } from "./letters.ts";
export { memberRoutes } from "./routes.ts";
