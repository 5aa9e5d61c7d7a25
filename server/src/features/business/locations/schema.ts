import { type Static, Type } from "typebox";
import {
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
  TimeZone,
  UpdatedAt,
  utc,
} from "../../../platform/http/shapes.ts";
import { Country } from "../businesses/index.ts";
import { affectedAppointmentsShape, HoursConflicts, OpenInterval, Weekday } from "../opening-hours/index.ts";

const Phone = Type.String({
  pattern: "^\\+[1-9]\\d{1,14}$",
  description: "Phone number in E.164",
  examples: ["+493012345678"],
});

const Email = Type.String({
  format: "email",
  maxLength: 254,
  description: "E-mail address",
  examples: ["hallo@lindenhof.example"],
});

export const WeeklyHours = record(
  "WeeklyHours",
  "Hours that start on a weekday; a day with a break has two entries",
  { weekday: Weekday, ...OpenInterval.properties },
);

export const HourException = record(
  "HourException",
  "Hours of one date, which replace the weekly hours of that date",
  {
    date: described(LocalDate, "Local date, YYYY-MM-DD"),
    intervals: Type.Array(OpenInterval, { maxItems: 24, description: "Empty: closed on that date" }),
  },
);

const addressLines = {
  line1: line(200, "Street and number", 1),
  line2: nullable(line(200, "Second line, such as the floor")),
  city: line(120, "Town or city", 1),
  region: nullable(line(120, "State, province or canton")),
  postal_code: nullable(line(20, "Postal code")),
  country: Country,
};

export const Address = record("Address", "A postal address", addressLines);

export const AddressInput = input(
  "AddressInput",
  "A postal address, which replaces the whole stored address",
  {
    ...addressLines,
    line2: Type.Optional(addressLines.line2),
    region: Type.Optional(addressLines.region),
    postal_code: Type.Optional(addressLines.postal_code),
  },
);

const ResourceName = line(120, "Name that staff members see", 1);
const ResourceType = Type.String({
  pattern: "^[a-z][a-z0-9_]{0,39}$",
  description: "Type that services require",
  examples: ["room"],
});
const Capacity = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Maximum number of concurrent appointments",
});

export const Resource = record("Resource", "A room, chair or machine that appointments need", {
  id: Id,
  name: ResourceName,
  type: ResourceType,
  capacity: Capacity,
});

/** The API record of a location (contract §3, "location"). */
export const Location = record("Location", "A location of the business, with its hours", {
  id: Id,
  name: line(120, "Name for clients", 1),
  address: Address,
  phone_e164: nullable(Phone),
  email: nullable(Email),
  time_zone: TimeZone,
  active: Type.Boolean({ description: "false: the location cannot be booked" }),
  hours: Type.Array(WeeklyHours, { description: "Sorted by weekday and start" }),
  hour_exceptions: Type.Array(HourException, { description: "Sorted by date" }),
  resources: Type.Array(Resource, { description: "Sorted by name; excludes archived resources" }),
  version: Type.Integer({
    minimum: 1,
    description: "Increases with every change of the location, its hours and resources; its `ETag`",
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const LocationPage = page("LocationPage", Location);

export const LocationsQuery = query({ ...pageQuery() });

export const LocationInput = input("LocationInput", "A new location; its opening hours are set separately", {
  name: Location.properties.name,
  address: AddressInput,
  phone_e164: Type.Optional(nullable(Phone)),
  email: Type.Optional(nullable(Email)),
  time_zone: Type.Optional(
    Type.String({ description: "IANA time zone name; default: the time zone of the business" }),
  ),
  active: Type.Optional(Location.properties.active),
});

export const LocationChanges = input("LocationChanges", "Changes of a location", {
  name: Type.Optional(Location.properties.name),
  address: Type.Optional(AddressInput),
  phone_e164: Type.Optional(nullable(Phone)),
  email: Type.Optional(nullable(Email)),
  time_zone: Type.Optional(TimeZone),
  active: Type.Optional(Location.properties.active),
});

/** The request body of `PUT …/locations/{l}/hours`, which replaces all opening hours. */
export const LocationHoursInput = input("LocationHoursInput", "All opening hours of a location", {
  hours: Type.Array(WeeklyHours, {
    maxItems: 100,
    description: "Weekly hours; a weekday without an entry is closed",
  }),
  hour_exceptions: Type.Array(HourException, {
    maxItems: 1000,
    description: "Hours of single dates, which replace the weekly hours of those dates",
  }),
});

export const LocationHoursWithConflicts = record(
  "LocationHoursWithConflicts",
  "A location with its new opening hours",
  {
    ...Location.properties,
    conflicts: HoursConflicts,
  },
);

/** The response of `PATCH …/locations/{l}`: the location with the appointments that the change affects. */
export const LocationWithConflicts = record("LocationWithConflicts", "A location after a change", {
  ...Location.properties,
  conflicts: affectedAppointmentsShape(
    "if `active` was set to false, all at this location; otherwise, if `time_zone` was sent, those that take staff time outside of the opening hours in that time zone. Empty if neither was sent",
  ),
});

export const ResourceInput = input("ResourceInput", "A new resource", {
  name: ResourceName,
  type: ResourceType,
  capacity: Type.Optional(Capacity),
});

/** The request body of a change of a resource. The type cannot change, because services and appointments refer to the type. */
export const ResourceChanges = input("ResourceChanges", "Changes of a resource", {
  name: Type.Optional(ResourceName),
  capacity: Type.Optional(Capacity),
});

/** The record is computed from the location and therefore has no id of its own. */
export const Publishing = record("Publishing", "Whether clients can book online at a location", {
  location_id: described(Id, "The location"),
  published: Type.Boolean({ description: "Whether the booking page offers the location" }),
  published_at: nullable(utc("Time of publishing; null for an unpublished location")),
});

export const PublishingInput = input("PublishingInput", "Whether clients can book online at a location", {
  published: Type.Boolean({ description: "Whether the booking page offers the location" }),
});

export type PublishingRecord = Static<typeof Publishing>;
export type AddressRecord = Static<typeof Address>;
export type LocationRecord = Static<typeof Location>;
export type LocationPageRecord = Static<typeof LocationPage>;
export type LocationsQueryValues = Static<typeof LocationsQuery>;
export type LocationInput = Static<typeof LocationInput>;
export type LocationChanges = Static<typeof LocationChanges>;
export type LocationWithConflicts = Static<typeof LocationWithConflicts>;
export type LocationHoursWithConflicts = Static<typeof LocationHoursWithConflicts>;
export type LocationHoursInput = Static<typeof LocationHoursInput>;
export type ResourceRecord = Static<typeof Resource>;
export type ResourceInput = Static<typeof ResourceInput>;
export type ResourceChanges = Static<typeof ResourceChanges>;
