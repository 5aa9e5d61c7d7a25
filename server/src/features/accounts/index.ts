export {
  addMembership,
  changeMembership,
  endMembership,
  firstOwner,
  type NewMembership,
} from "./addMembership.ts";
export { confirmEmail, createUser, type NewUser, renameUser, userIdByEmail } from "./createUser.ts";
export { accountRoutes } from "./routes.ts";
export { BusinessMembership } from "./schema.ts";
