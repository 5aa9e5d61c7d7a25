export {
  affectedAppointments,
  conflictsOutsideHours,
} from "./hoursConflicts.ts";
export { type ExceptionEntry, hoursProblems, type WeeklyEntry } from "./hoursProblems.ts";
export {
  type AffectedAppointmentRecord,
  affectedAppointmentsShape,
  HoursConflicts,
  OpenInterval,
  Weekday,
} from "./schema.ts";
export { dayNumberOf, openIntervalOf, storedIntervals, wallIntervalOf } from "./wallHours.ts";
