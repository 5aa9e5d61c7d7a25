import type { LocationInput } from "../features/business/locations/index.ts";

export const SLUG = "demo-salon";
export const OWNER = { email: "zoe@demo-salon.example", firstName: "Zoë", lastName: "Lindner" };
export const TIME_ZONE = "Europe/Berlin";
export const CURRENCY = "EUR";

/** The number of days before today on which the business is created. */
export const SET_UP_DAYS_AGO = 100;
/** The number of days before today (`past`) and after today (`coming`) on which appointments start. */
export interface DemoDays {
  readonly past: number;
  readonly coming: number;
}
export const DAYS: DemoDays = { past: 61, coming: 30 };

/** Converts an amount in cents to the API's money format. */
export function cents(amount: number) {
  return { amount, currency: CURRENCY };
}

/** The salon's locations. In Germany, the phone numbers from +49 30 23125000 to +49 30 23125999 are reserved for fiction. */
export const LOCATIONS: readonly LocationInput[] = [
  {
    name: "Lindenhof",
    address: { line1: "Lindenhof 12", city: "Berlin", postal_code: "10178", country: "DE" },
    phone_e164: "+493023125001",
    email: "lindenhof@demo-salon.example",
  },
  {
    name: "Ostbahnhof",
    address: {
      line1: "Straße der Pariser Kommune 8",
      line2: "Passage, 1st floor",
      city: "Berlin",
      postal_code: "10243",
      country: "DE",
    },
    phone_e164: "+493023125002",
    email: "ostbahnhof@demo-salon.example",
  },
];

/** Opening hours: location, weekdays (1 = Monday), opening and closing time. */
export const OPENING_HOURS: readonly (readonly [string, readonly number[], string, string])[] = [
  ["Lindenhof", [1, 2, 3, 4, 5], "09:00", "20:00"],
  ["Lindenhof", [6], "09:00", "17:00"],
  ["Lindenhof", [7], "11:00", "17:00"],
  ["Ostbahnhof", [1, 2, 3, 4, 5, 6], "10:00", "21:00"],
  ["Ostbahnhof", [7], "11:00", "17:00"],
];

/** The resources of each location. */
export const RESOURCES = [
  { name: "Wash station", type: "wash_station", capacity: 3 },
  { name: "Treatment room", type: "treatment_room", capacity: 1 },
] as const;

/**
 * Staff members: first name, last name, title, and colour in the calendar. The other tables identify staff members by first name.
 */
export const STAFF: readonly (readonly [string, string, string, string])[] = [
  ["Zoë", "Lindner", "Owner, master stylist", "#7A5C99"],
  ["Søren", "Kjær", "Colourist", "#C2703D"],
  ["Aylin", "Yıldız", "Stylist", "#2F8F83"],
  ["Mateusz", "Wójcik", "Barber", "#3B6EA8"],
  ["Chloé", "Dubois", "Stylist", "#B8475E"],
  ["Inês", "Carvalho", "Nail artist", "#D9A441"],
  ["Jürgen", "Groß", "Master barber", "#5E7F3F"],
  ["Nadia", "Haddad", "Beautician", "#8C5A3C"],
];

/** Shifts: staff member, location, weekdays (1 = Monday), start and end. */
export const SHIFTS: readonly (readonly [string, string, readonly number[], string, string])[] = [
  ["Zoë", "Lindenhof", [1, 2, 3, 4, 5], "09:00", "17:30"],
  ["Søren", "Lindenhof", [1, 2, 3], "09:30", "18:00"],
  ["Søren", "Ostbahnhof", [4, 5], "12:00", "21:00"],
  ["Aylin", "Lindenhof", [1, 2, 4, 5], "11:00", "20:00"],
  ["Aylin", "Lindenhof", [6], "09:00", "17:00"],
  ["Mateusz", "Ostbahnhof", [2, 3, 4, 5, 6], "12:00", "21:00"],
  ["Chloé", "Lindenhof", [1, 2, 4, 5], "09:00", "13:00"],
  ["Chloé", "Lindenhof", [1, 2, 4, 5], "15:30", "20:00"],
  ["Chloé", "Lindenhof", [6], "09:00", "17:00"],
  ["Chloé", "Lindenhof", [7], "11:00", "17:00"],
  ["Inês", "Lindenhof", [1, 2, 3, 4], "09:00", "18:00"],
  ["Inês", "Ostbahnhof", [6], "10:00", "18:00"],
  ["Mateusz", "Lindenhof", [7], "11:00", "17:00"],
  ["Nadia", "Lindenhof", [6], "09:00", "17:00"],
  ["Jürgen", "Ostbahnhof", [1, 3, 4, 5], "10:00", "18:00"],
  ["Jürgen", "Ostbahnhof", [7], "11:00", "17:00"],
  ["Nadia", "Lindenhof", [2, 3, 4], "10:00", "18:30"],
  ["Nadia", "Ostbahnhof", [5], "13:00", "21:00"],
  ["Nadia", "Ostbahnhof", [7], "11:00", "17:00"],
];

/** Repeated blocks: staff member, location, weekdays, start, length in minutes, label, and the interval in days. */
export const BLOCKS: readonly (readonly [
  string,
  string,
  readonly number[],
  string,
  number,
  string,
  number,
])[] = [
  ["Zoë", "Lindenhof", [1, 2, 3, 4, 5], "13:00", 45, "Lunch", 7],
  ["Søren", "Lindenhof", [1, 2, 3], "13:00", 30, "Lunch", 7],
  ["Jürgen", "Ostbahnhof", [1, 3, 4, 5], "14:00", 30, "Lunch", 7],
  ["Mateusz", "Ostbahnhof", [2, 3, 4, 5, 6], "16:30", 30, "Break", 7],
  ["Inês", "Lindenhof", [1, 2, 3, 4], "12:30", 30, "Lunch", 7],
  ["Aylin", "Lindenhof", [4], "11:00", 90, "Colour training", 14],
];

/** Time off: staff member, first day relative to today, number of days, and label. */
export const TIME_OFF: readonly (readonly [string, number, number, string])[] = [
  ["Chloé", -38, 7, "Holiday"],
  ["Jürgen", -11, 2, "Ill"],
  ["Søren", 6, 2, "Trade fair in Düsseldorf"],
  ["Inês", 13, 7, "Holiday"],
];
