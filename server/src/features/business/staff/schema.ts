import { type Static, Type } from "typebox";
import { ROLES } from "../../../kernel/scopes.ts";
import {
  atLocation,
  CreatedAt,
  described,
  Id,
  input,
  LocalDate,
  line,
  nullable,
  page,
  pageQuery,
  query,
  record,
  sent,
  TimeZone,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { affectedAppointmentsShape, HoursConflicts, OpenInterval, Weekday } from "../opening-hours/index.ts";
import { PictureUrl } from "../pictures/index.ts";

const FirstName = line(120, "First name", 1);
const LastName = nullable(line(120, "Last name"));
const DisplayName = line(120, "Name for clients", 1);
const Title = nullable(line(120, "Title, such as Master stylist"));
const Bookable = Type.Boolean({ description: "false: cannot be booked, such as a receptionist" });
const Active = Type.Boolean({ description: "false: has left and cannot be booked" });
const LocationIds = Type.Array(Id, {
  maxItems: 200,
  uniqueItems: true,
  description: "Locations at which the staff member works",
});
const Color = nullable(
  Type.String({
    pattern: "^#[0-9a-fA-F]{6}$",
    description: "Colour in the calendar, as #RRGGBB",
    examples: ["#7A5C99"],
  }),
);
const Position = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "Position in the list of staff members, from 1",
});

/** The API record of a staff member (contract §3, "staff member"). */
export const StaffMember = record("StaffMember", "A staff member", {
  id: Id,
  first_name: FirstName,
  last_name: LastName,
  display_name: DisplayName,
  title: Title,
  bookable: Bookable,
  active: Active,
  location_ids: LocationIds,
  service_ids: Type.Array(Id, {
    description: "Active services that this staff member performs, by position. Change them at the services",
  }),
  color: Color,
  photo_url: PictureUrl("Photo"),
  position: Position,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const StaffMemberPage = page("StaffMemberPage", StaffMember);

/** The query parameters of the list of staff members (contract §8). A filter with an unknown id finds nothing. */
export const StaffQuery = query({
  location_id: Type.Optional(described(Id, "Only staff members who work at this location")),
  active: Type.Optional(
    words(
      ["true", "1", "false", "0", "all"],
      "By default only active staff members; `false`: only inactive ones, `all`: both",
    ),
  ),
  ...pageQuery(),
});

export const StaffWeeklyHours = record("StaffWeeklyHours", "Hours of a weekday at a location", {
  location_id: described(Id, "Location of these hours"),
  weekday: Weekday,
  ...OpenInterval.properties,
});

export const StaffHourException = record(
  "StaffHourException",
  "Hours of one date at a location, which replace the weekly hours there on that date",
  {
    date: described(LocalDate, "Local date at the location, YYYY-MM-DD"),
    location_id: described(Id, "Location of these hours"),
    intervals: Type.Array(OpenInterval, {
      maxItems: 24,
      description: "Empty: not working there on that date",
    }),
  },
);

export const TimeOff = record("TimeOff", "An absence of a staff member, from all locations", {
  id: Id,
  starts_at: utc("Start"),
  ends_at: utc("End"),
  label: nullable(line(200, "Label in the calendar")),
  version: Type.Integer({ minimum: 1, description: "Increases with every change; also sent as `ETag`" }),
});

export const Shift = record("Shift", "A period of work at a location", {
  location_id: described(Id, "The location"),
  starts_at: atLocation("When the shift starts"),
  ends_at: atLocation("When the shift ends"),
});

/**
 * The working hours of a staff member (contract §3, "staff member and hours"). The record is computed from several tables and
 * therefore has no id or timestamps.
 */
export const StaffHours = Type.Object(
  {
    staff_id: described(Id, "The staff member"),
    time_zone: Type.String({
      description:
        "IANA time zone of the staff member's locations; the business's when these have different ones or there are none",
    }),
    weekly: Type.Array(StaffWeeklyHours, { description: "Sorted by weekday and start" }),
    exceptions: Type.Array(StaffHourException, { description: "Sorted by date and location" }),
    time_off: Type.Array(TimeOff, {
      description: "Earliest first: time off on the requested dates; without dates all that has not ended",
    }),
    version: Type.Integer({
      minimum: 1,
      description:
        "Increases with every change of weekly hours and exceptions, not with time off; its `ETag`",
    }),
    shifts: Type.Optional(
      Type.Array(Shift, {
        description:
          "Only with `from` and `to`: the staff member's hours within the opening hours of the location, less time off. Blocks and appointments are not subtracted. A shift belongs to the date on which it starts and may end on the next one. Earliest first, with the location's UTC offset",
      }),
    ),
  },
  { $id: "StaffHours", description: "The working hours of a staff member", additionalProperties: false },
);

/** The maximum number of dates in one request, the same as for availability (contract §4). */
export const MAX_HOURS_DAYS = 62;

export const StaffHoursQuery = query({
  from: Type.Optional(
    Type.String({ format: "date", description: "First local date (YYYY-MM-DD) of `shifts`; requires `to`" }),
  ),
  to: Type.Optional(
    Type.String({
      format: "date",
      description: `Last local date (YYYY-MM-DD) of \`shifts\`, included; at most ${MAX_HOURS_DAYS} dates in total`,
    }),
  ),
});

export const LocationShiftsQuery = query({
  from: Type.String({ format: "date", description: "First local date (YYYY-MM-DD)" }),
  to: Type.String({
    format: "date",
    description: `Last local date (YYYY-MM-DD), included; at most ${MAX_HOURS_DAYS} dates in total`,
  }),
});

const TimeSpan = record("TimeSpan", "A period of time", {
  starts_at: atLocation("Start"),
  ends_at: atLocation("End"),
});

export const LocationShifts = record(
  "LocationShifts",
  "The working time of all staff members at a location",
  {
    location_id: described(Id, "The location"),
    time_zone: TimeZone,
    open: Type.Array(TimeSpan, { description: "Opening hours that start on the dates, earliest first" }),
    staff: Type.Array(
      record("StaffMemberShifts", "The working time of a staff member at one location", {
        staff_id: described(Id, "The staff member"),
        shifts: Type.Array(TimeSpan, {
          description:
            "The staff member's hours at this location within its opening hours, less time off. Blocks and appointments are not subtracted. A shift belongs to the date on which it starts. Earliest first",
        }),
        time_off: Type.Array(TimeOff, { description: "Time off on the dates, earliest first" }),
      }),
      { description: "Active staff members who work at the location, by position, then id" },
    ),
  },
);

const optional = {
  last_name: Type.Optional(LastName),
  display_name: Type.Optional(DisplayName),
  title: Type.Optional(Title),
  bookable: Type.Optional(Bookable),
  active: Type.Optional(Active),
  color: Type.Optional(Color),
  position: Type.Optional(Position),
};

export const StaffMemberInput = input("StaffMemberInput", "A new staff member", {
  first_name: FirstName,
  location_ids: LocationIds,
  ...optional,
});

export const StaffMemberChanges = input("StaffMemberChanges", "Changes of a staff member", {
  first_name: Type.Optional(FirstName),
  location_ids: Type.Optional(LocationIds),
  ...optional,
});

/**
 * The response of `PATCH …/staff/{s}`: the staff member, the appointments that the change affects, and a membership that
 * remains.
 */
export const StaffMemberWithConflicts = record("StaffMemberWithConflicts", "A staff member after a change", {
  ...StaffMember.properties,
  remaining_membership: nullable(
    record("RemainingMembership", "A user who keeps access to the business", {
      user_id: described(Id, "The user"),
      role: words(ROLES, "Role of the user in the business"),
    }),
    "If `active` was set to false, the membership that remains: an owner keeps it, and so does a manager unless an owner makes the change. Null if there is none or `active` was not set to false",
  ),
  conflicts: affectedAppointmentsShape(
    "if `active` or `bookable` was set to false, all that take time of this staff member; otherwise, if `location_ids` was sent, those at other locations. Empty if none of them was sent",
  ),
});

/** The request body of `PUT …/staff/{s}/hours`, which replaces all working hours. */
export const StaffHoursInput = input("StaffHoursInput", "All working hours of a staff member", {
  weekly: Type.Array(StaffWeeklyHours, {
    maxItems: 200,
    description: "Weekly hours; a weekday without an entry is free",
  }),
  exceptions: Type.Array(StaffHourException, {
    maxItems: 1000,
    description: "Hours of single dates, which replace the weekly hours of those dates",
  }),
});

export const StaffHoursWithConflicts = Type.Object(
  { ...StaffHours.properties, conflicts: HoursConflicts },
  {
    $id: "StaffHoursWithConflicts",
    description: "A staff member's new working hours",
    additionalProperties: false,
  },
);

export const TimeOffInput = input("TimeOffInput", "A new absence of a staff member", {
  starts_at: sent("Start"),
  ends_at: sent("End, which must be after the start"),
  label: Type.Optional(nullable(line(200, "Label in the calendar"))),
});

export const TimeOffChanges = input("TimeOffChanges", "Changes of an absence of a staff member", {
  starts_at: Type.Optional(sent("Start")),
  ends_at: Type.Optional(sent("End, which must be after the start")),
  label: Type.Optional(nullable(line(200, "Label in the calendar; null clears it"))),
});

export const TimeOffConflict = record(
  "TimeOffConflict",
  "An appointment during the time off. It stays until it is moved or cancelled",
  {
    starts_at: atLocation("When the appointment starts"),
    ends_at: atLocation("When the appointment ends"),
    reason: Type.Literal("appointment", { description: "Always `appointment`" }),
    appointment_id: described(Id, "The appointment"),
  },
);

export const TimeOffWithConflicts = record(
  "TimeOffWithConflicts",
  "Time off with the appointments it overlaps",
  {
    ...TimeOff.properties,
    conflicts: Type.Array(TimeOffConflict, { description: "Sorted by start" }),
  },
);

export type StaffMemberRecord = Static<typeof StaffMember>;
/** A staff member with the id of the photo. The routes replace this id with the photo's URL. */
export type StoredStaffMember = Omit<StaffMemberRecord, "photo_url"> & { readonly photo_id: string | null };
export type StaffPageRecord = Static<typeof StaffMemberPage>;
export type StaffQueryValues = Static<typeof StaffQuery>;
export type StaffHoursRecord = Static<typeof StaffHours>;
export type LocationShiftsRecord = Static<typeof LocationShifts>;
export type StaffHoursQueryValues = Static<typeof StaffHoursQuery>;
export type StaffMemberInput = Static<typeof StaffMemberInput>;
export type StaffMemberChanges = Static<typeof StaffMemberChanges>;
export type StaffMemberWithConflicts = Static<typeof StaffMemberWithConflicts>;
export type StoredWithConflicts = Omit<StaffMemberWithConflicts, "photo_url"> & StoredStaffMember;
export type StaffHoursWithConflicts = Static<typeof StaffHoursWithConflicts>;
export type StaffHoursInput = Static<typeof StaffHoursInput>;
export type TimeOffInput = Static<typeof TimeOffInput>;
export type TimeOffChanges = Static<typeof TimeOffChanges>;
export type TimeOffRecord = Static<typeof TimeOffWithConflicts>;
