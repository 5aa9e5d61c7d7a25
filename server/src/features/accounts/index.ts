export { addMembership, firstOwner, type NewMembership } from "./addMembership.ts";
export { createUser, type NewUser, userIdByEmail } from "./createUser.ts";
export { accountRoutes } from "./routes.ts";
