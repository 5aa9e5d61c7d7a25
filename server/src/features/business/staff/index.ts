export { createStaffMember } from "./createStaffMember.ts";
export { replaceStaffHours } from "./replaceStaffHours.ts";
export { staffRoutes } from "./routes.ts";
export type { StaffMemberInput } from "./schema.ts";
export { knownStaffIds, lockStaffMember, staffNames } from "./staffMemberRecord.ts";
export { createTimeOff, deleteTimeOff } from "./timeOff.ts";
export { updateStaffMember } from "./updateStaffMember.ts";
