import { type Static, Type } from "typebox";
import {
  commaList,
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
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { Location } from "../../business/locations/index.ts";
import { Weekday } from "../../business/opening-hours/index.ts";
import { OnlineClientInput } from "../online-clients/index.ts";

export const WAITLIST_STATUSES = ["waiting", "cancelled", "expired"] as const;
const MAX_ITEMS = 10;
const MAX_WINDOWS = 5;
const MAX_NOTICE_MINUTES = 43_200;

const Starts = Type.String({
  pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
  description: "Wall time from which the client can come",
  examples: ["09:00"],
});
const Ends = Type.String({
  pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$",
  description: "Wall time at which the last service must have ended",
  examples: ["13:00"],
});
const Weekdays = Type.Array(Weekday, {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description: "Days of the week; 1 = Monday",
});
const windowFields = {
  from: described(LocalDate, "First local date"),
  to: described(LocalDate, "Last local date, at most 366 days from today"),
  weekdays: Weekdays,
  starts: Starts,
  ends: Ends,
};

const WaitlistWindow = record(
  "WaitlistWindow",
  "Days and wall times at which a client can come",
  windowFields,
);

const WaitlistWindowInput = input("WaitlistWindowInput", "Days and wall times at which a client can come", {
  from: windowFields.from,
  to: windowFields.to,
  weekdays: Type.Optional(described(Weekdays, "Default: every day")),
  starts: Type.Optional(described(Starts, "Default: 00:00")),
  ends: Type.Optional(described(Ends, "Default: 24:00")),
});

const StaffWish = nullable(described(Id, "The only staff member who may perform it; null: any"));

const WaitlistItem = record("WaitlistItem", "A service that a client waits for", {
  service_id: described(Id, "The service"),
  staff_id: StaffWish,
});

const WaitlistItemInput = input("WaitlistItemInput", "A service that a client waits for", {
  service_id: described(Id, "The service"),
  staff_id: Type.Optional(StaffWish),
});

const Status = words(WAITLIST_STATUSES, "`expired`: the last window has passed");
const Note = nullable(line(2000, "From the client or about their wishes"));
const Notice = Type.Integer({
  minimum: 0,
  maximum: MAX_NOTICE_MINUTES,
  description: "Minutes before the start by which the client must know",
});
const Priority = Type.Integer({
  minimum: -100,
  maximum: 100,
  description: "Entries of a higher priority come first",
});
const Items = Type.Array(WaitlistItem, { description: "In the order of performance" });
const Windows = Type.Array(WaitlistWindow, { description: "In the order sent" });
const Replaced = nullable(
  described(Id, "An appointment of the client that an earlier one is to replace; null: none"),
);

const common = {
  id: described(Id, "The entry"),
  status: Status,
  items: Items,
  windows: Windows,
  min_notice_minutes: Notice,
  replaces_appointment_id: Replaced,
  note: Note,
  joined_at: utc("When the client joined"),
  expires_on: described(LocalDate, "The last local date of the windows"),
};

export const WaitlistEntry = record("WaitlistEntry", "A client who waits for time", {
  ...common,
  client_id: described(Id, "The client"),
  location_id: described(Id, "The location"),
  priority: Priority,
  source: words(
    ["online", "app", "kiosk"] as const,
    "Who made the entry: the client online, the team, or a walk-in client at a kiosk",
  ),
  updated_at: UpdatedAt,
  version: Type.Integer({ minimum: 1, description: "Rises with each change" }),
});

export const WaitlistPage = page("WaitlistPage", WaitlistEntry);

export const WaitlistQuery = query({
  location_id: Type.Optional(described(Id, "Only of this location")),
  client_id: Type.Optional(described(Id, "Only of this client")),
  status: Type.Optional(
    commaList(words(WAITLIST_STATUSES), { maxItems: 3, description: "Default: waiting" }),
  ),
  from: Type.Optional(described(LocalDate, "Only with a window that ends on this local date or later")),
  to: Type.Optional(described(LocalDate, "Only with a window that begins on this local date or earlier")),
  ...pageQuery(),
});

const ItemsInput = Type.Array(WaitlistItemInput, {
  minItems: 1,
  maxItems: MAX_ITEMS,
  description: "In the order of performance",
});
const WindowsInput = Type.Array(WaitlistWindowInput, {
  minItems: 1,
  maxItems: MAX_WINDOWS,
  description: "When the client can come",
});

const wishes = {
  min_notice_minutes: Type.Optional({ ...Notice, default: 120 }),
  replaces_appointment_id: Type.Optional(Replaced),
  note: Type.Optional(Note),
};

export const WaitlistEntryInput = input("WaitlistEntryInput", "A client to add to the waitlist", {
  client_id: described(Id, "The client"),
  location_id: described(Id, "The location"),
  items: ItemsInput,
  windows: WindowsInput,
  ...wishes,
  priority: Type.Optional({ ...Priority, default: 0 }),
});

export const WaitlistEntryChanges = input("WaitlistEntryChanges", "Changes to a waitlist entry", {
  items: Type.Optional(ItemsInput),
  windows: Type.Optional(WindowsInput),
  min_notice_minutes: Type.Optional(Notice),
  replaces_appointment_id: Type.Optional(Replaced),
  note: Type.Optional(Note),
  priority: Type.Optional(Priority),
});

export const WaitlistJoinInput = input("WaitlistJoinInput", "Wishes of a visitor with a proven address", {
  location_id: described(Id, "The location"),
  items: ItemsInput,
  windows: WindowsInput,
  person: Type.Optional(described(Id, "`ref` of a client with the proven address; either this or `client`")),
  client: Type.Optional(OnlineClientInput),
  ...wishes,
});

const JoinedItem = record("JoinedWaitlistItem", "A service that the client waits for", {
  service_id: described(Id, "The service"),
  service_name: Type.String({ description: "Its name", examples: ["Cut and finish"] }),
  staff_id: StaffWish,
  staff_name: nullable(Type.String({ description: "Their name for clients; null: any" })),
});

export const JoinedWaitlistEntry = record("JoinedWaitlistEntry", "A waitlist entry as its client reads it", {
  ...common,
  items: Type.Array(JoinedItem, { description: "In the order of performance" }),
  business_name: Type.String({ description: "Name of the business" }),
  slug: Type.String({ description: "Slug of the business" }),
  location_id: described(Id, "The location"),
  location_name: Location.properties.name,
  time_zone: Location.properties.time_zone,
  waitlist_url: Type.String({
    description: "The link with which the client reads the entry and leaves the waitlist",
    examples: ["https://book.example.com/api/v1/public/waitlist/example"],
  }),
});

export type WaitlistEntryRecord = Static<typeof WaitlistEntry>;
export type WaitlistQueryValues = Static<typeof WaitlistQuery>;
export type WaitlistEntryInputValues = Static<typeof WaitlistEntryInput>;
export type WaitlistEntryChangesValues = Static<typeof WaitlistEntryChanges>;
export type WaitlistJoinValues = Static<typeof WaitlistJoinInput>;
export type JoinedRecord = Static<typeof JoinedWaitlistEntry>;
