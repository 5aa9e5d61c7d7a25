import { addMonthsClamped, dateOf, dayOf } from "@daybook/engine";
import type {
  LocationHoursInput,
  LocationInput,
  ResourceInput,
} from "../features/business/locations/index.ts";

export type PlaceKey = "lindenhof" | "bahnhof";

export const CURRENCY = "EUR";

export interface DemoPlace {
  readonly key: PlaceKey;
  readonly location: LocationInput;
  readonly hours: LocationHoursInput["hours"];
  readonly resources: readonly ResourceInput[];
}

/** The two places. Telephone numbers are of the range that Germany keeps free for fiction. */
export const PLACES: readonly DemoPlace[] = [
  {
    key: "lindenhof",
    location: {
      name: "Lindenhof",
      address: { line1: "Lindenhof 12", city: "Berlin", postal_code: "10178", country: "DE" },
      phone_e164: "+493023125001",
      email: "lindenhof@demo-salon.example",
    },
    hours: [...open([1, 2, 3, 4, 5], "09:00", "20:00"), ...open([6], "09:00", "17:00")],
    resources: [
      { name: "Wash station", type: "wash_station", capacity: 3 },
      { name: "Treatment room", type: "treatment_room", capacity: 1 },
    ],
  },
  {
    key: "bahnhof",
    location: {
      name: "Am Ostbahnhof",
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
    hours: [...open([1, 2, 3, 4, 5, 6], "10:00", "21:00"), ...open([7], "11:00", "17:00")],
    resources: [
      { name: "Wash station", type: "wash_station", capacity: 3 },
      { name: "Treatment room", type: "treatment_room", capacity: 1 },
    ],
  },
];

/**
 * Closed on public holidays, from four months before the day to a year after it, and open only until 15:00 on the
 * first Friday that is a week or more away, when the team goes out together.
 */
export function hourExceptionsAround(today: number): LocationHoursInput["hour_exceptions"] {
  const closed = publicHolidays(addMonthsClamped(today, -4), addMonthsClamped(today, 12));
  const outing = fridayAWeekAhead(today);
  const early = closed.includes(outing)
    ? []
    : [{ date: dateOf(outing), intervals: [{ starts: "10:00", ends: "15:00" }] }];
  return [...closed.map((day) => ({ date: dateOf(day), intervals: [] })), ...early];
}

function open(weekdays: readonly number[], starts: string, ends: string): LocationHoursInput["hours"] {
  return weekdays.map((weekday) => ({ weekday, starts, ends }));
}

/** Day 1 was a Friday. */
function fridayAWeekAhead(today: number): number {
  return today + 7 + ((((1 - today) % 7) + 7) % 7);
}

/** Those of Berlin, as day numbers. */
function publicHolidays(fromDay: number, toDay: number): number[] {
  const firstYear = Number(dateOf(fromDay).slice(0, 4));
  const lastYear = Number(dateOf(toDay).slice(0, 4));
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  const days = years.flatMap((year) => [
    ...["01-01", "03-08", "05-01", "10-03", "12-25", "12-26"].map((date) => dayOf(`${year}-${date}`) ?? 0),
    // Good Friday, Easter Monday, Ascension, Whit Monday.
    ...[-2, 1, 39, 50].map((distance) => easterOf(year) + distance),
  ]);
  const within = days.filter((day) => day >= fromDay && day <= toDay);
  return [...new Set(within)].sort((one, other) => one - other);
}

/** Easter Sunday as a day number, by Gauss's rule with its two exceptions; good for 1900–2099. */
function easterOf(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isTooLate = (moon === 29 && sunday === 6) || (moon === 28 && sunday === 6 && year % 19 > 10);
  return (dayOf(`${year}-03-22`) ?? 0) + moon + sunday - (isTooLate ? 7 : 0);
}
