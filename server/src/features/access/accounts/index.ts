export {
  addMembership,
  endMembershipOfStaff,
  firstOwner,
  lockMemberships,
  removeMembership,
  updateMembership,
} from "./addMembership.ts";
export { confirmEmail, createUser, hasAnyUser, renameUser, userIdByEmail } from "./createUser.ts";
export { refuseTooManyBusinesses } from "./ownedBusinesses.ts";
export { accountRoutes } from "./routes.ts";
export { BusinessMembership } from "./schema.ts";
