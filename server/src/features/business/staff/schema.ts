import { type Static, Type } from "typebox";
import {
  CreatedAt,
  Id,
  input,
  LocalDate,
  line,
  means,
  nullable,
  page,
  pageQuery,
  placed,
  query,
  record,
  sent,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { HoursConflicts, OpenInterval, touchedVisits } from "../locations/index.ts";

const FirstName = line(120, "First name", 1);
const LastName = nullable(line(120, "Last name"));
const DisplayName = line(120, "What clients read", 1);
const Title = nullable(line(120, "What they are, such as Master stylist"));
const Bookable = Type.Boolean({ description: "False: takes no visits, such as a receptionist" });
const Active = Type.Boolean({ description: "False: has left; cannot be booked" });
const LocationIds = Type.Array(Id, { maxItems: 200, uniqueItems: true, description: "Where they work" });
const Color = nullable(
  Type.String({
    pattern: "^#[0-9a-fA-F]{6}$",
    description: "Their color in the calendar, as #RRGGBB",
    examples: ["#7A5C99"],
  }),
);
const Position = Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Order in the team, 1 first" });

/** Contract §3, "staff member". */
export const StaffMember = record("StaffMember", "Somebody of the team", {
  id: Id,
  first_name: FirstName,
  last_name: LastName,
  display_name: DisplayName,
  title: Title,
  bookable: Bookable,
  active: Active,
  location_ids: LocationIds,
  service_ids: Type.Array(Id, {
    description: "The active services that name this member, by their position; services name their staff",
  }),
  color: Color,
  position: Position,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const StaffMemberPage = page("StaffMemberPage", StaffMember);

/** Contract §8. A filter with an id that nothing has finds nobody. */
export const StaffQuery = query({
  location_id: Type.Optional(means(Id, "Only members who work at this location")),
  active: Type.Optional(
    words(["true", "1", "false", "0", "all"], "Those who have left: only with false or all"),
  ),
  ...pageQuery(),
});

const Weekday = Type.Integer({ minimum: 1, maximum: 7, description: "1 = Monday … 7 = Sunday" });

export const StaffWeeklyHours = record("StaffWeeklyHours", "Hours of a weekday at a location", {
  location_id: means(Id, "Where they work then"),
  weekday: Weekday,
  ...OpenInterval.properties,
});

export const StaffHourException = record(
  "StaffHourException",
  "Hours of one date at a location, in place of that weekday's there",
  {
    date: means(LocalDate, "Local date at the location, YYYY-MM-DD"),
    location_id: means(Id, "Where they work then, or do not"),
    intervals: Type.Array(OpenInterval, { maxItems: 24, description: "None: not there that day" }),
  },
);

export const TimeOff = record("TimeOff", "Time in which a member is away, wherever they work", {
  id: Id,
  starts_at: utc("When it starts"),
  ends_at: utc("When it ends"),
  label: nullable(line(200, "What the calendar shows")),
});

export const Shift = record("Shift", "A stretch in which a member works at a location", {
  location_id: means(Id, "Where they work"),
  starts_at: placed("When the stretch starts"),
  ends_at: placed("When it ends"),
});

/** Contract §3, "staff member and hours": computed, so without id and timestamps of its own. */
export const StaffHours = Type.Object(
  {
    staff_id: means(Id, "The member"),
    time_zone: Type.String({
      description:
        "IANA name of the clock that the member's locations show; the business's own where they show different ones, or there is none",
    }),
    weekly: Type.Array(StaffWeeklyHours, { description: "By weekday and start" }),
    exceptions: Type.Array(StaffHourException, { description: "By date and location" }),
    time_off: Type.Array(TimeOff, {
      description: "Earliest first: that of the dates asked for, or else all that has not ended yet",
    }),
    shifts: Type.Optional(
      Type.Array(Shift, {
        description:
          "Only with `from` and `to`: the member's hours within the location's, less time off; blocks and visits are not taken out. A shift belongs to the date on which it starts and may end on the next. Earliest first, with the location's UTC offset",
      }),
    ),
  },
  { $id: "StaffHours", description: "When a member works", additionalProperties: false },
);

/** At most this many dates in one look, as in availability (contract §4). */
export const MAX_HOURS_DAYS = 62;

export const StaffHoursQuery = query({
  from: Type.Optional(
    Type.String({ format: "date", description: "First local date (YYYY-MM-DD) of `shifts`; needs `to`" }),
  ),
  to: Type.Optional(
    Type.String({
      format: "date",
      description: `Last local date (YYYY-MM-DD) of \`shifts\`, itself included; at most ${MAX_HOURS_DAYS} dates in all`,
    }),
  ),
});

const optional = {
  last_name: Type.Optional(LastName),
  display_name: Type.Optional(DisplayName),
  title: Type.Optional(Title),
  bookable: Type.Optional(Bookable),
  active: Type.Optional(Active),
  color: Type.Optional(Color),
  position: Type.Optional(Position),
};

export const StaffMemberInput = input("StaffMemberInput", "A new member of the team", {
  first_name: FirstName,
  location_ids: LocationIds,
  ...optional,
});

export const StaffMemberChanges = input("StaffMemberChanges", "What changes in a member of the team", {
  first_name: Type.Optional(FirstName),
  location_ids: Type.Optional(LocationIds),
  ...optional,
});

/** `PATCH …/staff/{s}`: the member, with what the change means for those who are expected by them. */
export const StaffMemberWithConflicts = record(
  "StaffMemberWithConflicts",
  "A member of the team as they are now",
  {
    ...StaffMember.properties,
    conflicts: touchedVisits(
      "with `active` or `bookable` false, all that take this member's time; else with `location_ids`, those at other locations than these. None when none of them was sent",
    ),
  },
);

/** `PUT …/staff/{s}/hours`: all of them, in place of what was there. */
export const StaffHoursInput = input("StaffHoursInput", "All hours of a member", {
  weekly: Type.Array(StaffWeeklyHours, {
    maxItems: 200,
    description: "Hours of the weekdays; a day without any is free",
  }),
  exceptions: Type.Array(StaffHourException, {
    maxItems: 1000,
    description: "Hours of single dates, in place of their weekday's",
  }),
});

export const StaffHoursWithConflicts = Type.Object(
  { ...StaffHours.properties, conflicts: HoursConflicts },
  { $id: "StaffHoursWithConflicts", description: "A member's new hours", additionalProperties: false },
);

export const TimeOffInput = input("TimeOffInput", "Time in which a member is away", {
  starts_at: sent("When it starts"),
  ends_at: sent("When it ends: after it starts"),
  label: Type.Optional(nullable(line(200, "What the calendar shows"))),
});

/** A visit that time off was laid over. */
export const TimeOffConflict = record(
  "TimeOffConflict",
  "A visit in that time, which stays until somebody moves it",
  {
    starts_at: placed("When the visit starts"),
    ends_at: placed("When the visit ends"),
    reason: Type.Literal("appointment", { description: "Always a visit" }),
    appointment_id: means(Id, "The visit"),
  },
);

export const TimeOffWithConflicts = record(
  "TimeOffWithConflicts",
  "Time off, with the visits it was laid over",
  {
    ...TimeOff.properties,
    conflicts: Type.Array(TimeOffConflict, { description: "By start" }),
  },
);

export type StaffRecord = Static<typeof StaffMember>;
export type StaffPageRecord = Static<typeof StaffMemberPage>;
export type StaffQueryValues = Static<typeof StaffQuery>;
export type StaffHoursRecord = Static<typeof StaffHours>;
export type StaffHoursQueryValues = Static<typeof StaffHoursQuery>;
export type NewStaff = Static<typeof StaffMemberInput>;
export type ChangedStaff = Static<typeof StaffMemberChanges>;
export type ChangedStaffRecord = Static<typeof StaffMemberWithConflicts>;
export type ChangedStaffHoursRecord = Static<typeof StaffHoursWithConflicts>;
export type NewStaffHours = Static<typeof StaffHoursInput>;
export type NewTimeOff = Static<typeof TimeOffInput>;
export type TimeOffRecord = Static<typeof TimeOffWithConflicts>;
