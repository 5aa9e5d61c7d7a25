import type { Role } from "../kernel/scopes.ts";

export const SLUG = "demo-salon";
export const TIME_ZONE = "Europe/Berlin";
export const CURRENCY = "EUR";
/** The number of days before today on which the business is created. */
export const SET_UP_DAYS_AGO = 70;

/** The number of days before today (`past`) and after today (`coming`) on which appointments start. */
export interface DemoDays {
  readonly past: number;
  readonly coming: number;
}
export const DAYS: DemoDays = { past: 45, coming: 21 };

/** Converts an amount in cents to the API's form. */
export function cents(amount: number) {
  return { amount, currency: CURRENCY };
}

/**
 * A user for each role, and the first name of the linked staff member. The domain is reserved (RFC 2606), and the users of this domain
 * do not count as accounts.
 */
export const USERS: readonly (readonly [Role, email: string, first: string, last: string, staff?: string])[] =
  [
    ["owner", "zoe@demo-salon.example", "Zoë", "Lindner", "Zoë"],
    ["manager", "soren@demo-salon.example", "Søren", "Kjær", "Søren"],
    ["reception", "mia@demo-salon.example", "Mia", "Sommer"],
    ["staff", "nadia@demo-salon.example", "Nadia", "Haddad", "Nadia"],
  ];

/** The resources of each location: name, type and capacity. */
export const RESOURCES = [
  ["Wash station", "wash_station", 3],
  ["Treatment room", "treatment_room", 1],
] as const;

/**
 * The locations: name, street, postal code, and the end of the phone number. In Germany, the phone numbers from +49 30 23125000 to
 * +49 30 23125999 are reserved for fiction.
 */
export const LOCATIONS = [
  ["Lindenhof", "Lindenhof 12", "10178", "001"],
  ["Ostbahnhof", "Straße der Pariser Kommune 8", "10243", "002"],
] as const;

/** Weekly hours of a location or staff member: whose, at which location, on which weekdays (1 = Monday), start and end. */
type Hours = readonly [name: string, location: string, weekdays: string, starts: string, ends: string];

export const OPENING_HOURS: readonly Hours[] = [
  ["Lindenhof", "Lindenhof", "12345", "09:00", "20:00"],
  ["Lindenhof", "Lindenhof", "67", "10:00", "17:00"],
  ["Ostbahnhof", "Ostbahnhof", "123456", "10:00", "20:00"],
  ["Ostbahnhof", "Ostbahnhof", "7", "11:00", "17:00"],
];

/**
 * The exceptions to the opening hours of each location: the number of days after the last appointment, and the hours of
 * that day.
 */
export const HOUR_EXCEPTIONS: readonly (readonly [number, { starts: string; ends: string }[]])[] = [
  [2, [{ starts: "10:00", ends: "15:00" }]],
  [9, []],
];

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

export const SHIFTS: readonly Hours[] = [
  ["Zoë", "Lindenhof", "12345", "09:00", "17:30"],
  ["Søren", "Lindenhof", "123", "09:30", "18:00"],
  ["Søren", "Ostbahnhof", "45", "11:00", "20:00"],
  ["Aylin", "Lindenhof", "12345", "11:00", "20:00"],
  ["Mateusz", "Ostbahnhof", "23456", "11:00", "20:00"],
  ["Mateusz", "Lindenhof", "7", "11:00", "17:00"],
  ["Chloé", "Lindenhof", "1245", "09:00", "13:00"],
  ["Chloé", "Lindenhof", "1245", "15:30", "20:00"],
  ["Chloé", "Lindenhof", "67", "10:00", "17:00"],
  ["Inês", "Lindenhof", "1234", "09:00", "18:00"],
  ["Inês", "Ostbahnhof", "6", "10:00", "18:00"],
  ["Jürgen", "Ostbahnhof", "1345", "10:00", "18:00"],
  ["Jürgen", "Ostbahnhof", "7", "11:00", "17:00"],
  ["Nadia", "Lindenhof", "2346", "10:00", "17:00"],
  ["Nadia", "Ostbahnhof", "5", "12:00", "20:00"],
  ["Nadia", "Ostbahnhof", "7", "11:00", "17:00"],
];

/** Weekly blocks: staff member, location, weekdays, start, end and label. */
export const BLOCKS: readonly (readonly [...Hours, label: string])[] = [
  ["Zoë", "Lindenhof", "12345", "13:00", "13:45", "Lunch"],
  ["Søren", "Lindenhof", "123", "13:00", "13:30", "Lunch"],
  ["Jürgen", "Ostbahnhof", "1345", "14:00", "14:30", "Lunch"],
  ["Mateusz", "Ostbahnhof", "23456", "15:30", "16:00", "Break"],
  ["Inês", "Lindenhof", "1234", "12:30", "13:00", "Lunch"],
  ["Aylin", "Lindenhof", "4", "11:00", "12:30", "Colour training"],
];

/** Time off: staff member, first day relative to today, number of days, and label. */
export const TIME_OFF = [
  ["Chloé", -24, 7, "Holiday"],
  ["Jürgen", -11, 2, "Ill"],
  ["Søren", 6, 2, "Trade fair in Düsseldorf"],
  ["Inês", 13, 7, "Holiday"],
] as const;

/** Returns the weekly hours of a name as one entry for each weekday. */
export function weeklyHours(table: readonly Hours[], name: string) {
  return table
    .filter(([of]) => of === name)
    .flatMap(([, location, weekdays, starts, ends]) =>
      [...weekdays].map((weekday) => ({ location, weekday: Number(weekday), starts, ends })),
    );
}

/** Returns the locations at which these staff members work. */
export function locationsOf(staff: readonly string[]): string[] {
  return [...new Set(SHIFTS.filter(([name]) => staff.includes(name)).map(([, location]) => location))];
}
