import { zoneNamed } from "@daybook/engine";
import type { DataOf } from "@daybook/sdk";
import type { CalendarWindow } from "./queries.ts";
import { dateAt, isDate, localDay, plusDays, weekStart } from "./times.ts";

const VIEWS = ["day", "rooms", "week", "month", "list"] as const;
export type View = (typeof VIEWS)[number];

/** The media query for phones, where the calendar opens as a list. */
export const PHONE = "(max-width: 47.9375em)";

type Location = DataOf<"get", "/businesses/{business}/locations">["items"][number];

/** The part of a location's calendar to show: the view and date in the URL, and the range of the data. */
export interface ShownWindow {
  readonly timeZone: string;
  readonly today: string;
  readonly date: string;
  /** The available views. A location without rooms has no room view. */
  readonly views: readonly View[];
  readonly view: View;
  readonly window: CalendarWindow;
}

/**
 * Returns the part of the calendar to show at `now`, the time of the business in epoch milliseconds. Without a location, the time zone is
 * UTC and the window has no location id, so callers must not request the window's data.
 */
export function shownWindow(
  business: string,
  location: Location | undefined,
  search: Readonly<Record<string, string | undefined>>,
  isPhone: boolean,
  now: number,
): ShownWindow {
  const timeZone = location?.time_zone ?? "UTC";
  const zone = zoneNamed(timeZone);
  const today = dateAt(zone, now);
  const date = isDate(search.date) ? search.date : today;
  const views = location?.resources.length ? VIEWS : WITHOUT_ROOMS;
  const view = views.find((each) => each === search.view) ?? (isPhone ? "list" : "day");
  const { from, to } = datesOf(view, date);
  const last = localDay(zone, to);
  const range = { startsAt: localDay(zone, from).startsAt, endsAt: last.startsAt + last.minutes * 60_000 };
  return {
    timeZone,
    today,
    date,
    views,
    view,
    window: { business, location: location?.id ?? "", from, to, ...range },
  };
}

const WITHOUT_ROOMS = VIEWS.filter((view) => view !== "rooms");

/** Returns the first and last local date of a view, both inclusive. The month view shows whole weeks. */
function datesOf(view: View, date: string): { from: string; to: string } {
  if (view === "week") return { from: weekStart(date), to: plusDays(weekStart(date), 6) };
  if (view === "month") {
    const from = weekStart(`${date.slice(0, 8)}01`);
    return { from, to: plusDays(from, 41) };
  }
  return { from: date, to: date };
}
