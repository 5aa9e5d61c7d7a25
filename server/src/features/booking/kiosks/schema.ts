import { type Static, Type } from "typebox";
import {
  CreatedAt,
  described,
  Id,
  input,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  utc,
} from "../../../platform/http/shapes.ts";

const MAX_NAME_LENGTH = 60;

const Name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  description: "Name for staff, such as the position of the tablet",
  examples: ["Front desk"],
});

export const Kiosk = record("Kiosk", "A tablet at the front desk of a location", {
  id: Id,
  location_id: described(Id, "The location"),
  name: Name,
  last_seen_at: nullable(
    utc("Time of the last request of the kiosk, to the minute; null if it sent none since its pairing"),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type KioskRecord = Static<typeof Kiosk>;

export const KioskPage = page("KioskPage", Kiosk);
export const KioskQuery = query(pageQuery());

export const KioskInput = input("KioskInput", "A tablet to pair", {
  code: Type.String({
    minLength: 8,
    maxLength: 20,
    description: "The code that the tablet shows: eight letters; case, spaces and hyphens are ignored",
    examples: ["WDJB-MJHT"],
  }),
  name: Name,
});

export const KioskChanges = input("KioskChanges", "Changes to a kiosk", { name: Type.Optional(Name) });

const Pin = Type.String({ pattern: "^[0-9]{6}$", description: "Six digits", examples: ["204816"] });

export const KioskPinInput = input("KioskPinInput", "The PIN of a location's kiosks", { pin: Pin });

export const KioskPin = record("KioskPin", "Whether staff can unlock the kiosks of a location", {
  location_id: described(Id, "The location"),
  has_pin: Type.Boolean({ description: "Whether a PIN is set; the PIN itself is not stored" }),
  updated_at: nullable(utc("When the PIN was last set; null: never")),
});

export const KioskPairing = record("KioskPairing", "A tablet that is not paired yet", {
  code: Type.String({
    description: "Eight consonants for the manager to enter in the app",
    examples: ["WDJB-MJHT"],
  }),
  pairing_url: Type.String({
    description: "A page of the app with the code filled in",
    examples: ["https://book.example.com/app/?pair=WDJBMJHT"],
  }),
  expires_at: utc("When the code expires"),
});
