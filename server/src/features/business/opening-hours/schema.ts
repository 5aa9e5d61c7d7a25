import { type Static, Type } from "typebox";
import { atLocation, described, Id, record, WallTime } from "../../../platform/http/shapes.ts";

/** The wall time at which hours start, on the day to which the hours belong. */
const StartTime = Type.String({
  pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
  description: "Wall-clock time, HH:MM, up to 23:59",
  examples: ["09:00"],
});

export const Weekday = Type.Integer({ minimum: 1, maximum: 7, description: "1 = Monday … 7 = Sunday" });

export const OpenInterval = record("OpenInterval", "An interval between two local times, excluding the end", {
  starts: StartTime,
  ends: WallTime,
});

/** The maximum number of `conflicts` in a response. */
export const MAX_HOURS_CONFLICTS = 200;

export const HoursConflict = record(
  "HoursConflict",
  "An appointment outside of the hours. It stays until it is moved or cancelled",
  {
    starts_at: atLocation("When the appointment starts"),
    ends_at: atLocation("When the appointment ends"),
    reason: Type.Literal("appointment", { description: "Always `appointment`" }),
    appointment_id: described(Id, "The appointment"),
  },
);

export const HoursConflicts = Type.Array(HoursConflict, {
  maxItems: MAX_HOURS_CONFLICTS,
  description: `Appointments with the status requested, booked or arrived that have not ended and take staff time outside of these hours. Start and end are those of the whole appointment; earliest first, at most ${MAX_HOURS_CONFLICTS}`,
});

export const AffectedAppointment = record(
  "AffectedAppointment",
  "An upcoming appointment that a change affects. It stays until it is moved or cancelled",
  HoursConflict.properties,
);

/**
 * Returns the schema for the list of appointments that a change of a location or staff member affects. `which` describes the listed
 * appointments.
 */
export function affectedAppointmentsShape(which: string) {
  return Type.Array(AffectedAppointment, {
    maxItems: MAX_HOURS_CONFLICTS,
    description: `Appointments with the status requested, booked or arrived that have not ended: ${which}. Start and end are those of the whole appointment; earliest first, at most ${MAX_HOURS_CONFLICTS}`,
  });
}

export type HoursConflictRecord = Static<typeof HoursConflict>;
export type AffectedAppointmentRecord = Static<typeof AffectedAppointment>;
