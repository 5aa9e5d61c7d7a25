import type { StaffMemberInput } from "../features/business/staff/index.ts";
import type { PlaceKey } from "./places.ts";

export type StaffKey = "zoe" | "soren" | "aylin" | "mateusz" | "chloe" | "ines" | "juergen" | "nadia";

export interface DemoMember {
  readonly key: StaffKey;
  readonly person: Omit<StaffMemberInput, "location_ids">;
  readonly shifts: readonly Shift[];
}

/** The same shift on several weekdays, 1 = Monday. */
export interface Shift {
  readonly at: PlaceKey;
  readonly weekdays: readonly number[];
  readonly starts: string;
  readonly ends: string;
}

/** The team, with its late shifts, Chloé's split days, and three who change between the places. */
export const TEAM: readonly DemoMember[] = [
  {
    key: "zoe",
    person: { first_name: "Zoë", last_name: "Lindner", title: "Owner, master stylist", color: "#7A5C99" },
    shifts: [shift("lindenhof", [2, 3, 4, 5], "09:00", "17:30"), shift("lindenhof", [6], "09:00", "15:00")],
  },
  {
    key: "soren",
    person: { first_name: "Søren", last_name: "Kjær", title: "Colourist", color: "#C2703D" },
    shifts: [shift("lindenhof", [1, 2, 3], "09:30", "18:00"), shift("bahnhof", [4, 5], "12:00", "21:00")],
  },
  {
    key: "aylin",
    person: { first_name: "Aylin", last_name: "Yıldız", title: "Stylist", color: "#2F8F83" },
    shifts: [shift("lindenhof", [2, 3, 4, 5], "11:00", "20:00"), shift("lindenhof", [6], "09:00", "17:00")],
  },
  {
    key: "mateusz",
    person: { first_name: "Mateusz", last_name: "Wójcik", title: "Barber", color: "#3B6EA8" },
    shifts: [shift("bahnhof", [2, 3, 4, 5, 6], "12:00", "21:00")],
  },
  {
    key: "chloe",
    person: { first_name: "Chloé", last_name: "Dubois", title: "Stylist", color: "#B8475E" },
    shifts: [
      shift("lindenhof", [1, 2, 4, 5], "09:00", "13:00"),
      shift("lindenhof", [1, 2, 4, 5], "15:30", "20:00"),
    ],
  },
  {
    key: "ines",
    person: { first_name: "Inês", last_name: "Carvalho", title: "Nail artist", color: "#D9A441" },
    shifts: [shift("lindenhof", [1, 2, 3, 4], "09:00", "18:00"), shift("bahnhof", [6], "10:00", "18:00")],
  },
  {
    key: "juergen",
    person: { first_name: "Jürgen", last_name: "Groß", title: "Master barber", color: "#5E7F3F" },
    shifts: [shift("bahnhof", [1, 3, 4, 5], "10:00", "18:00"), shift("bahnhof", [7], "11:00", "17:00")],
  },
  {
    key: "nadia",
    person: { first_name: "Nadia", last_name: "Haddad", title: "Beautician", color: "#8C5A3C" },
    shifts: [
      shift("lindenhof", [2, 3, 4], "10:00", "18:30"),
      shift("bahnhof", [5], "13:00", "21:00"),
      shift("bahnhof", [7], "11:00", "17:00"),
    ],
  },
];

function shift(at: PlaceKey, weekdays: readonly number[], starts: string, ends: string): Shift {
  return { at, weekdays, starts, ends };
}
