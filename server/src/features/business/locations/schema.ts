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
  TimeZone,
  UpdatedAt,
  utc,
  WallTime,
} from "../../../platform/http/shapes.ts";
import { Country } from "../businesses/index.ts";

/** Wall time at which hours may start: within the day they belong to. */
const StartTime = Type.String({
  pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
  description: "Wall-clock time, HH:MM, up to 23:59",
  examples: ["09:00"],
});

const Weekday = Type.Integer({ minimum: 1, maximum: 7, description: "1 = Monday … 7 = Sunday" });

const Phone = Type.String({
  pattern: "^\\+[1-9]\\d{1,14}$",
  description: "E.164 telephone number",
  examples: ["+493012345678"],
});

const Email = Type.String({
  format: "email",
  maxLength: 254,
  description: "E-mail address",
  examples: ["hallo@lindenhof.example"],
});

export const OpenInterval = record("OpenInterval", "From a wall time to a wall time, half-open", {
  starts: StartTime,
  ends: WallTime,
});

export const WeeklyHours = record(
  "WeeklyHours",
  "Hours of a weekday, which is the day they start on; two rows make a split day",
  { weekday: Weekday, starts: StartTime, ends: WallTime },
);

export const HourException = record("HourException", "Hours of one date, in place of that weekday's", {
  date: means(LocalDate, "Local date, YYYY-MM-DD"),
  intervals: Type.Array(OpenInterval, { maxItems: 24, description: "None: closed that day" }),
});

const addressLines = {
  line1: line(200, "Street and number", 1),
  line2: nullable(line(200, "Second line, such as the floor")),
  city: line(120, "Town or city", 1),
  region: nullable(line(120, "State, province or canton")),
  postal_code: nullable(line(20, "Postal code")),
  country: Country,
};

export const Address = record("Address", "A postal address", addressLines);

export const AddressInput = input("AddressInput", "A postal address; it is replaced as a whole", {
  ...addressLines,
  line2: Type.Optional(addressLines.line2),
  region: Type.Optional(addressLines.region),
  postal_code: Type.Optional(addressLines.postal_code),
});

const ResourceName = line(120, "What the team calls it", 1);
const ResourceType = Type.String({
  pattern: "^[a-z][a-z0-9_]{0,39}$",
  description: "What services ask for",
  examples: ["room"],
});
const Capacity = Type.Integer({ minimum: 1, maximum: 100, description: "How many visits it takes at once" });

export const Resource = record("Resource", "A room, chair or machine that visits need", {
  id: Id,
  name: ResourceName,
  type: ResourceType,
  capacity: Capacity,
});

/** Contract §3, "location". */
export const Location = record("Location", "A place of the business, with its hours", {
  id: Id,
  name: line(120, "What clients call the place", 1),
  address: Address,
  phone_e164: nullable(Phone),
  email: nullable(Email),
  time_zone: TimeZone,
  active: Type.Boolean({ description: "False: nothing can be booked here" }),
  hours: Type.Array(WeeklyHours, { description: "By weekday and start" }),
  hour_exceptions: Type.Array(HourException, { description: "By date" }),
  resources: Type.Array(Resource, { description: "By name; archived ones are left out" }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const LocationPage = page("LocationPage", Location);

export const LocationsQuery = query({ ...pageQuery() });

export const LocationInput = input("LocationInput", "A new place; its hours are set by themselves", {
  name: Location.properties.name,
  address: AddressInput,
  phone_e164: Type.Optional(nullable(Phone)),
  email: Type.Optional(nullable(Email)),
  time_zone: Type.Optional(
    Type.String({ description: "IANA time zone name; the business's own unless given" }),
  ),
  active: Type.Optional(Location.properties.active),
});

export const LocationChanges = input("LocationChanges", "What changes in a place", {
  name: Type.Optional(Location.properties.name),
  address: Type.Optional(AddressInput),
  phone_e164: Type.Optional(nullable(Phone)),
  email: Type.Optional(nullable(Email)),
  time_zone: Type.Optional(TimeZone),
  active: Type.Optional(Location.properties.active),
});

/** `PUT …/locations/{l}/hours`: all of them, in place of what was there. */
export const LocationHoursInput = input("LocationHoursInput", "All hours of a place", {
  hours: Type.Array(WeeklyHours, {
    maxItems: 100,
    description: "Hours of the weekdays; a day without any is closed",
  }),
  hour_exceptions: Type.Array(HourException, {
    maxItems: 1000,
    description: "Hours of single dates, in place of their weekday's",
  }),
});

/** How many visits an answer to a change of hours names at most. */
export const MOST_HOURS_CONFLICTS = 200;

export const HoursConflict = record(
  "HoursConflict",
  "A visit outside of the hours, which stays until somebody moves it",
  {
    starts_at: placed("When the visit starts"),
    ends_at: placed("When the visit ends"),
    reason: Type.Literal("appointment", { description: "Always a visit" }),
    appointment_id: means(Id, "The visit"),
  },
);

export const HoursConflicts = Type.Array(HoursConflict, {
  maxItems: MOST_HOURS_CONFLICTS,
  description: `Visits requested, booked or arrived that have not ended and take time of the team outside of these hours: start and end of the whole visit, earliest first, at most ${MOST_HOURS_CONFLICTS}`,
});

export const LocationHoursWithConflicts = record("LocationHoursWithConflicts", "A place with its new hours", {
  ...Location.properties,
  conflicts: HoursConflicts,
});

export const AffectedAppointment = record(
  "AffectedAppointment",
  "A coming visit that a change touches; it stays as it is until somebody moves it",
  HoursConflict.properties,
);

/** The visits that a change of a place or a member touches; `which` says when there are any, and which. */
export function touchedVisits(which: string) {
  return Type.Array(AffectedAppointment, {
    maxItems: MOST_HOURS_CONFLICTS,
    description: `Visits requested, booked or arrived that have not ended: ${which}. Start and end of the whole visit, earliest first, at most ${MOST_HOURS_CONFLICTS}`,
  });
}

/** `PATCH …/locations/{l}`: the place, with what the change means for those who are expected there. */
export const LocationWithConflicts = record("LocationWithConflicts", "A place as it is now", {
  ...Location.properties,
  conflicts: touchedVisits(
    "with `active` false, all at this place; else with `time_zone`, those that take time of the team outside of the place's hours by its clock. None when neither was sent",
  ),
});

export const ResourceInput = input("ResourceInput", "A new resource", {
  name: ResourceName,
  type: ResourceType,
  capacity: Type.Optional(Capacity),
});

/** The type stays: services ask for it, and visits were given it. */
export const ResourceChanges = input("ResourceChanges", "What changes in a resource", {
  name: Type.Optional(ResourceName),
  capacity: Type.Optional(Capacity),
});

/** A computed answer: it has no id of its own. */
export const Publishing = record("Publishing", "Whether clients can book at a place themselves", {
  location_id: means(Id, "The place"),
  published: Type.Boolean({ description: "Whether it is on the booking page" }),
  published_at: nullable(utc("Since when; null while it is not published")),
});

export const PublishingInput = input("PublishingInput", "Whether clients may book at a place themselves", {
  published: Type.Boolean({ description: "Whether it is to be on the booking page" }),
});

export type PublishingRecord = Static<typeof Publishing>;
export type AddressRecord = Static<typeof Address>;
export type LocationRecord = Static<typeof Location>;
export type LocationPageRecord = Static<typeof LocationPage>;
export type LocationsQueryValues = Static<typeof LocationsQuery>;
export type NewLocation = Static<typeof LocationInput>;
export type LocationChange = Static<typeof LocationChanges>;
export type ChangedLocationRecord = Static<typeof LocationWithConflicts>;
export type ChangedLocationHoursRecord = Static<typeof LocationHoursWithConflicts>;
export type HoursConflictRecord = Static<typeof HoursConflict>;
export type TouchedVisitRecord = Static<typeof AffectedAppointment>;
export type NewLocationHours = Static<typeof LocationHoursInput>;
export type ResourceRecord = Static<typeof Resource>;
export type NewResource = Static<typeof ResourceInput>;
export type ChangedResource = Static<typeof ResourceChanges>;
