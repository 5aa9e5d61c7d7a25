import { type Static, Type } from "typebox";
import {
  atLocation,
  commaList,
  described,
  Id,
  input,
  LocalDate,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  sent,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { LANGUAGES } from "../../business/booking-page/index.ts";
import { Location } from "../../business/locations/index.ts";
import { Weekday } from "../../business/opening-hours/index.ts";
import { ClientSummary } from "../../clients/clients/index.ts";
import { bookingShapes } from "../appointments/index.ts";
import { holdShapes } from "../holds/index.ts";
import { OnlineClientInput } from "../online-clients/index.ts";
import { MATCH_MODES } from "./matches.ts";

export const WAITLIST_STATUSES = ["waiting", "offered", "booked", "cancelled", "expired"] as const;
const MAX_ITEMS = 10;
const MAX_WINDOWS = 5;
const MAX_NOTICE_MINUTES = 43_200;

const Starts = Type.String({
  pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
  description: "Earliest local time at which the client can come",
  examples: ["09:00"],
});
const Ends = Type.String({
  pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$",
  description: "Latest local time at which the last service ends",
  examples: ["13:00"],
});
const Weekdays = Type.Array(Weekday, {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description: "Days of the week, from 1 (Monday) to 7 (Sunday)",
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
  "Days and local times at which a client can come",
  windowFields,
);

const WaitlistWindowInput = input("WaitlistWindowInput", "Days and local times at which a client can come", {
  from: windowFields.from,
  to: windowFields.to,
  weekdays: Type.Optional(described(Weekdays, "Default: every day")),
  starts: Type.Optional(described(Starts, "Default: 00:00")),
  ends: Type.Optional(described(Ends, "Default: 24:00")),
});

const StaffWish = nullable(described(Id, "The required staff member; null for any"));

const WaitlistItem = record("WaitlistItem", "A service that a client waits for", {
  service_id: described(Id, "The service"),
  staff_id: StaffWish,
});

const WaitlistItemInput = input("WaitlistItemInput", "A service that a client waits for", {
  service_id: described(Id, "The service"),
  staff_id: Type.Optional(StaffWish),
});

const Status = words(
  WAITLIST_STATUSES,
  "`offered`: an offer is pending; `expired`: the last window has passed",
);
const Note = nullable(line(2000, "Note from the client or about the client's preferences"));
const Notice = Type.Integer({
  minimum: 0,
  maximum: MAX_NOTICE_MINUTES,
  description: "Minimum number of minutes between an offer and the start",
});
const Priority = Type.Integer({
  minimum: -100,
  maximum: 100,
  description: "Entries with a higher priority come first",
});
const Items = Type.Array(WaitlistItem, { description: "In the order of performance" });
const Windows = Type.Array(WaitlistWindow, { description: "In the order sent" });
const Replaced = nullable(
  described(Id, "An appointment of the client that an earlier one is to replace; null: none"),
);

const AutoBook = Type.Boolean({
  description:
    "Whether free time is booked without an offer, if it starts in at least 24 hours and no deposit is due; the client can then cancel free of charge for 2 hours",
});

export const OFFER_STATUSES = ["pending", "accepted", "declined", "expired", "withdrawn"] as const;

const OfferedItem = record("OfferedItem", "A service of an offer", {
  service_id: described(Id, "The service"),
  staff_id: described(Id, "The staff member who performs the service"),
});

export const WaitlistOffer = record("WaitlistOffer", "Time that is offered to a client on the waitlist", {
  id: described(Id, "The offer"),
  starts_at: atLocation("When the first item starts"),
  ends_at: atLocation("When the last item ends"),
  items: Type.Array(OfferedItem, { description: "In the order of performance" }),
  status: words(OFFER_STATUSES, "`withdrawn`: the time is no longer free, or staff have withdrawn the offer"),
  expires_at: utc("Time until which the client can accept the offer"),
});

const NewestOffer = nullable(WaitlistOffer, "The newest offer; null if there was no offer");

const common = {
  id: described(Id, "The entry"),
  status: Status,
  items: Items,
  windows: Windows,
  min_notice_minutes: Notice,
  auto_book: AutoBook,
  replaces_appointment_id: Replaced,
  note: Note,
  joined_at: utc("When the client joined"),
  expires_on: described(LocalDate, "The last local date of the windows"),
};

export const WaitlistEntry = record("WaitlistEntry", "A client's entry on the waitlist", {
  ...common,
  client_id: described(Id, "The client"),
  client: Type.Optional(
    nullable(ClientSummary, "Only with `include=client`; null for a client who has been deleted"),
  ),
  location_id: described(Id, "The location"),
  offer: NewestOffer,
  appointment_id: nullable(
    described(Id, "The appointment that was booked for the entry; null if nothing was booked"),
  ),
  priority: Priority,
  source: words(
    ["online", "app", "kiosk"] as const,
    "Who created the entry: the client online, a staff member, or a walk-in client at a kiosk",
  ),
  updated_at: UpdatedAt,
  version: Type.Integer({ minimum: 1, description: "Increases with every change" }),
});

export const WaitlistPage = page("WaitlistPage", WaitlistEntry);

const include = Type.Optional(
  commaList(words(["client"] as const), {
    minItems: 1,
    description: "`client` embeds a summary of the client in each record; a key needs `clients:read`",
  }),
);

export const WaitlistOneQuery = query({ include });

export const WaitlistQuery = query({
  location_id: Type.Optional(described(Id, "Only entries of this location")),
  client_id: Type.Optional(described(Id, "Only entries of this client")),
  status: Type.Optional(
    commaList(words(WAITLIST_STATUSES), { maxItems: 5, description: "Default: waiting and offered" }),
  ),
  from: Type.Optional(
    described(LocalDate, "Only entries with a window that ends on this local date or later"),
  ),
  to: Type.Optional(
    described(LocalDate, "Only entries with a window that begins on this local date or earlier"),
  ),
  service_id: Type.Optional(described(Id, "Only entries with this service")),
  staff_id: Type.Optional(
    described(Id, "Only entries with a service for this staff member or for any staff member"),
  ),
  include,
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
  auto_book: Type.Optional({ ...AutoBook, default: false }),
  language: Type.Optional(words(LANGUAGES, "Language of the e-mails; default: the language of the business")),
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
  auto_book: Type.Optional(AutoBook),
  appointment_id: Type.Optional(
    described(
      Id,
      "An appointment that staff members have booked for the client. Changes the status of the entry to `booked`",
    ),
  ),
  priority: Type.Optional(Priority),
});

export const WaitlistJoinInput = input(
  "WaitlistJoinInput",
  "The services, days and hours that a verified visitor wants",
  {
    location_id: described(Id, "The location"),
    items: ItemsInput,
    windows: WindowsInput,
    person: Type.Optional(
      described(
        Id,
        "`ref` of a client with the verified e-mail address or phone number; required without `client`",
      ),
    ),
    client: Type.Optional(OnlineClientInput),
    ...wishes,
  },
);

const JoinedItem = record("JoinedWaitlistItem", "A service that the client waits for", {
  service_id: described(Id, "The service"),
  service_name: Type.String({ description: "Name of the service", examples: ["Cut and finish"] }),
  staff_id: StaffWish,
  staff_name: nullable(Type.String({ description: "Name that clients see; null for any staff member" })),
});

const JoinedOffer = record("JoinedWaitlistOffer", "An offer, for its client", {
  ...WaitlistOffer.properties,
  items: Type.Array(
    record("JoinedOfferedItem", "A service of an offer, for its client", {
      ...OfferedItem.properties,
      service_name: JoinedItem.properties.service_name,
      staff_name: Type.String({ description: "Name that clients see", examples: ["Anna"] }),
      price: Money,
    }),
    { description: "In the order of performance" },
  ),
  total: Money,
  deposit: nullable(Money, "The deposit to pay before accepting the offer; null without a deposit"),
  card: nullable(
    holdShapes.HoldCard,
    "The card to save with the acceptance: a deposit saves it too, and without a deposit it must be entered before the offer can be accepted; null: none",
  ),
});

export const JoinedWaitlistEntry = record("JoinedWaitlistEntry", "A waitlist entry, for its client", {
  ...common,
  items: Type.Array(JoinedItem, { description: "In the order of performance" }),
  business_name: Type.String({ description: "Name of the business" }),
  slug: Type.String({ description: "Slug of the business" }),
  location_id: described(Id, "The location"),
  location_name: Location.properties.name,
  time_zone: Location.properties.time_zone,
  offer: nullable(JoinedOffer, "The newest offer; null if there was no offer"),
  manage_url: nullable(
    Type.String({
      description: "URL of the page of the booked appointment; null without an appointment",
      examples: ["https://book.example.com/m/example"],
    }),
  ),
  forms_url: nullable(
    Type.String({ description: "Link to the forms to fill in; only in the response to the acceptance" }),
  ),
  waitlist_url: Type.String({
    description:
      "URL of the page on which the client reads the entry, answers offers and leaves the waitlist. The last segment is the token of `/public/waitlist/{token}`",
    examples: ["https://book.example.com/w/example"],
  }),
});

export const OfferAcceptance = input("WaitlistOfferAcceptanceInput", "The client's acceptance of an offer", {
  offer_id: Type.Optional(described(Id, "The offer that the client has read; default: the pending offer")),
  policy_version: nullable(
    Type.Integer({
      minimum: 1,
      description: "The version that the client has read; null if the business has no policy",
    }),
  ),
  language: Type.Optional(words(LANGUAGES, "Language of the e-mails about the appointment")),
  card_consent: Type.Optional(
    line(
      1000,
      "The text that the client has accepted, with the fees that may be charged to the saved card. Required for an offer with `card` and without `deposit`; with a deposit, its card is saved only with this text",
      1,
    ),
  ),
});

export const OfferPaymentInput = input(
  "WaitlistOfferPaymentInput",
  "The acceptance to make after the deposit is authorised, as for accepting the offer",
  {
    ...OfferAcceptance.properties,
    ...bookingShapes.paymentFields("w", "/w/example/paid"),
  },
);

export const OfferDecline = input("WaitlistOfferDeclineInput", "The client's decline of an offer", {
  offer_id: Type.Optional(described(Id, "The offer that the client has read; default: the pending offer")),
});

export const OfferInput = input("WaitlistOfferInput", "Time to offer to the client of an entry", {
  starts_at: sent("When the first item starts"),
  items: Type.Array(
    input("OfferedItemInput", "A service of an offer", {
      service_id: OfferedItem.properties.service_id,
      staff_id: OfferedItem.properties.staff_id,
    }),
    { minItems: 1, maxItems: MAX_ITEMS, description: "The services of the entry, each with a staff member" },
  ),
});

export const MatchesQuery = query({
  from: Type.Optional(described(LocalDate, "First local date; default: today")),
  to: Type.Optional(
    described(LocalDate, "Last local date, at most 61 days after `from`; default: 13 days after `from`"),
  ),
});

export const LocationMatchesQuery = query({
  location_id: described(Id, "The location"),
  from: described(LocalDate, "First local date"),
  to: described(LocalDate, "Last local date, at most 61 days after `from`"),
});

const matchFields = {
  starts_at: WaitlistOffer.properties.starts_at,
  ends_at: WaitlistOffer.properties.ends_at,
  items: WaitlistOffer.properties.items,
};

export const EntryMatches = record("WaitlistEntryMatches", "Free time for a waitlist entry", {
  matches: Type.Array(record("WaitlistEntryMatch", "Free time that fits an entry", matchFields), {
    description: "Earliest first, at most 50",
  }),
});

export const LocationMatches = record("WaitlistMatches", "Free time for the waitlist of a location", {
  matches: Type.Array(
    record("WaitlistMatch", "Free time that fits an entry", {
      entry_id: described(Id, "The entry"),
      client_id: described(Id, "The client of the entry"),
      ...matchFields,
    }),
    {
      description:
        "The earliest free time of each entry, sorted by priority and time of joining, at most 100",
    },
  ),
});

export const WaitlistSettings = record(
  "WaitlistSettings",
  "The settings by which a location offers free time to the clients on its waitlist",
  {
    location_id: described(Id, "The location"),
    mode: words(
      MATCH_MODES,
      "`first_in_line`: by priority and time of joining; `highest_value`: by the price of the services; `offer_to_all`: all clients get the offer, and the first who accepts gets the time; `team_picks`: only staff make offers",
    ),
  },
);

export const WaitlistSettingsInput = input(
  "WaitlistSettingsInput",
  "The settings by which a location offers free time to the clients on its waitlist",
  {
    mode: WaitlistSettings.properties.mode,
  },
);

export type OfferInputValues = Static<typeof OfferInput>;
export type WaitlistOfferRecord = Static<typeof WaitlistOffer>;
export type WaitlistEntryRecord = Static<typeof WaitlistEntry>;
export type WaitlistQueryValues = Omit<Static<typeof WaitlistQuery>, "include">;
export type WaitlistEntryInputValues = Static<typeof WaitlistEntryInput>;
export type WaitlistEntryChangesValues = Static<typeof WaitlistEntryChanges>;
export type WaitlistJoinValues = Static<typeof WaitlistJoinInput>;
export type JoinedRecord = Static<typeof JoinedWaitlistEntry>;
