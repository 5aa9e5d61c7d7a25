export { createStaff } from "./createStaff.ts";
export { staffRoutes } from "./routes.ts";
export type {
  ChangedStaff,
  NewStaff,
  NewStaffHours,
} from "./schema.ts";
export { setStaffHours } from "./setStaffHours.ts";
export { staffNamed, staffRecord } from "./staffRecord.ts";
export { addTimeOff, removeTimeOff } from "./timeOff.ts";
export { updateStaff } from "./updateStaff.ts";
