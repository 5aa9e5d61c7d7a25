import type { Role } from "../kernel/scopes.ts";

export const SLUG = "demo-salon";
export const TIME_ZONE = "Europe/Berlin";
const currency = "EUR";
const PLACE = { country: "DE", locale: "en", time_zone: TIME_ZONE, currency } as const;
export const BUSINESS = { name: "Salon Lindenhof", type: "salon", ...PLACE } as const;
/** The number of days before today on which the business is created. */
export const SET_UP_DAYS_AGO = 70;

/** Converts an amount in cents to the API's form. */
export const cents = (amount: number) => ({ amount, currency });

/**
 * A user for each role. A user with the first name of a staff member is linked to that staff member. The domain is reserved (RFC
 * 2606). `findAnyUser` ignores the users of this domain.
 */
export const USERS: readonly { role: Role; email: string; firstName: string; lastName: string }[] = [
  { role: "owner", email: "zoe@demo-salon.example", firstName: "Zoë", lastName: "Lindner" },
  { role: "manager", email: "soren@demo-salon.example", firstName: "Søren", lastName: "Kjær" },
  { role: "reception", email: "mia@demo-salon.example", firstName: "Mia", lastName: "Sommer" },
  { role: "staff", email: "nadia@demo-salon.example", firstName: "Nadia", lastName: "Haddad" },
];

/**
 * The locations: name, street, postal code, and phone number. In Germany, the phone numbers from +49 30 23125000 to +49 30 23125999 are
 * reserved for fiction.
 */
export const LOCATIONS = [
  ["Lindenhof", "Lindenhof 12", "10178", "+493023125001"],
  ["Ostbahnhof", "Straße der Pariser Kommune 8", "10243", "+493023125002"],
] as const;

/** The opening hours of both locations on every day. */
export const OPENING_HOURS = { starts: "09:00", ends: "19:00" };

/** The resources of each location: name, type and capacity. */
export const RESOURCES = [
  ["Wash station", "wash_station", 3],
  ["Treatment room", "treatment_room", 1],
] as const;

/** Staff members: first name, last name, title, colour in the calendar, and portrait. Other tables identify them by first name. */
export const STAFF = [
  ["Zoë", "Lindner", "Owner, master stylist", "#7A5C99", "zoe"],
  ["Søren", "Kjær", "Colourist", "#C2703D", "soren"],
  ["Aylin", "Yıldız", "Stylist", "#2F8F83", "aylin"],
  ["Mateusz", "Wójcik", "Barber", "#3B6EA8", "mateusz"],
  ["Chloé", "Dubois", "Stylist", "#B8475E", "chloe"],
  ["Inês", "Carvalho", "Nail artist", "#D9A441", "ines"],
  ["Jürgen", "Groß", "Master barber", "#5E7F3F", "jurgen"],
  ["Nadia", "Haddad", "Beautician", "#8C5A3C", "nadia"],
] as const;

/** Weekly hours: staff member, location, weekdays (1 = Monday), start and end. */
type Hours = readonly [staff: string, location: string, weekdays: string, starts: string, ends: string];

export const SHIFTS: readonly Hours[] = [
  ["Zoë", "Lindenhof", "12345", "09:00", "17:30"],
  ["Søren", "Lindenhof", "123", "09:30", "18:00"],
  ["Søren", "Ostbahnhof", "45", "11:00", "19:00"],
  ["Aylin", "Lindenhof", "12345", "10:30", "19:00"],
  ["Mateusz", "Ostbahnhof", "23456", "11:00", "19:00"],
  ["Chloé", "Lindenhof", "12567", "10:00", "18:00"],
  ["Inês", "Lindenhof", "1234", "09:00", "18:00"],
  ["Jürgen", "Ostbahnhof", "13457", "10:00", "18:00"],
  ["Nadia", "Lindenhof", "2346", "10:00", "17:00"],
  ["Nadia", "Ostbahnhof", "57", "11:00", "19:00"],
];

/** Weekly blocks: the hours and the label. */
export const BLOCKS: readonly (readonly [...Hours, label: string])[] = [
  ["Zoë", "Lindenhof", "12345", "13:00", "13:45", "Lunch"],
  ["Chloé", "Lindenhof", "12567", "13:30", "14:15", "Lunch"],
  ["Jürgen", "Ostbahnhof", "1345", "14:00", "14:30", "Lunch"],
  ["Inês", "Lindenhof", "1234", "12:30", "13:00", "Lunch"],
];

/** Time off: staff member, first day relative to today, number of days, and label. */
export const TIME_OFF = [
  ["Chloé", -24, 7, "Holiday"],
  ["Jürgen", -11, 2, "Ill"],
  ["Søren", 6, 2, "Trade fair in Düsseldorf"],
  ["Inês", 13, 7, "Holiday"],
] as const;

/** Returns the locations at which these staff members work. */
export function locationsOf(staff: readonly string[]): string[] {
  return [...new Set(SHIFTS.filter(([name]) => staff.includes(name)).map(([, location]) => location))];
}

/** Returns the entry once for each weekday in a text such as `12345`. */
export function onWeekdays<Entry>(weekdays: string, entry: Entry) {
  return [...weekdays].map((weekday) => ({ weekday: Number(weekday), ...entry }));
}
