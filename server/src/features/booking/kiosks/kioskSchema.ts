import { type Static, Type } from "typebox";
import {
  atLocation,
  Currency,
  described,
  Id,
  input,
  nullable,
  record,
  TimeZone,
  words,
} from "../../../platform/http/shapes.ts";
import { BookingPage } from "../../business/booking-page/index.ts";
import { Client } from "../../clients/clients/index.ts";
import { LinkedForms } from "../../clients/forms/index.ts";
import { Kiosk } from "./schema.ts";

/** An E.164 number has at most 15 digits; users add brackets, spaces and prefixes. */
const MAX_PHONE_LENGTH = 30;
export const MAX_WALK_IN_SERVICES = 5;

export const KioskState = record("KioskState", "A paired kiosk and its location", {
  id: Id,
  name: Kiosk.properties.name,
  business_name: Type.String({ description: "Name of the business", examples: ["Salon Lindenhof"] }),
  locale: Type.String({ description: "BCP 47 language tag of the business", examples: ["de-DE"] }),
  currency: Currency,
  accent_color: BookingPage.properties.accent_color,
  location_id: described(Id, "The location"),
  location_name: Type.String({ description: "Name of the location", examples: ["Mitte"] }),
  country: Type.String({ description: "Country of the location, for phone numbers", examples: ["DE"] }),
  time_zone: TimeZone,
  sandbox: Type.Boolean({
    description: "Whether the business is a sandbox, so that nothing on the kiosk is real",
  }),
  has_pin: Type.Boolean({ description: "Whether staff members can unlock and unpair the kiosk with a PIN" }),
});

export const KioskLookupInput = input("KioskLookupInput", "The phone number of a client", {
  phone: Type.String({
    minLength: 1,
    maxLength: MAX_PHONE_LENGTH,
    description: "The whole number as the client types it; the last seven digits are compared",
    examples: ["0151 1234567"],
  }),
});

const CheckInToken = Type.String({
  minLength: 1,
  maxLength: 400,
  description: "Identifies an appointment for ten minutes, at this kiosk only",
  examples: ["v1.exampleexampleexampleexampleexampleexample"],
});

const KioskAppointment = record("KioskAppointment", "An appointment that a client can check in for", {
  check_in_token: CheckInToken,
  initials: Type.String({ description: "Initials of the client", examples: ["J. S."] }),
  starts_at: atLocation("Start"),
  staff_name: Type.String({ description: "Name for clients of the first staff member", examples: ["Ana"] }),
});

export const KioskLookup = record("KioskLookup", "The appointments of a phone number", {
  outcome: words(
    ["found", "see_desk"] as const,
    "`see_desk`: the client must ask the staff; the reason is not disclosed",
  ),
  appointments: Type.Array(KioskAppointment, {
    description:
      "Appointments that start between one hour ago and two hours from now; empty unless `outcome` is `found`",
  }),
});
export type KioskLookupRecord = Static<typeof KioskLookup>;

export const KioskCheckInInput = input("KioskCheckInInput", "The appointment that the client chose", {
  check_in_token: CheckInToken,
});

export const KioskCheckIn = record("KioskCheckIn", "The state of a check-in", {
  outcome: words(
    ["arrived", "forms", "see_desk"] as const,
    "`forms`: submit the pending forms at `/public/forms/{token}`, then check in again",
  ),
  starts_at: nullable(atLocation("When the appointment starts; null with `see_desk`")),
  staff_name: nullable(Type.String({ description: "First staff member; null with `see_desk`" })),
  forms_token: nullable(
    Type.String({
      description: "The token of the link to the forms; null unless `forms`",
      examples: ["kD3vUq0mX8exampleexampleexampleexampleexam"],
    }),
  ),
  forms: Type.Array(LinkedForms.properties.forms.items, {
    description: "Pending and completed forms of the appointment; empty unless `forms`",
  }),
});
export type KioskCheckInRecord = Static<typeof KioskCheckIn>;

const { first_name, last_name, phone_e164 } = Client.properties;

export const KioskWalkInInput = input("KioskWalkInInput", "A client who comes without an appointment", {
  id: described(Id, "A new id for the waitlist entry. Repeating a request with the same id adds nothing"),
  first_name,
  last_name: Type.Optional(last_name),
  phone_e164: Type.Unsafe<string>({ ...phone_e164, type: "string" }),
  service_ids: Type.Array(Id, {
    minItems: 1,
    maxItems: MAX_WALK_IN_SERVICES,
    description: "Services of the kiosk's menu, in the order of performance",
  }),
});
export type KioskWalkInValues = Static<typeof KioskWalkInInput>;

export const KioskWalkIn = record("KioskWalkIn", "A client on the waitlist of today", {
  outcome: words(
    ["waiting", "see_desk"] as const,
    "`see_desk`: nothing was added, and the reason is not disclosed",
  ),
  next_starts_at: nullable(atLocation("The next free time today; null: none, or `see_desk`")),
});

export const KioskUnlocked = record("KioskUnlocked", "An unlocked kiosk", {
  unlocked: Type.Literal(true, { description: "Always true; clients can look up appointments again" }),
});
