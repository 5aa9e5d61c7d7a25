import { minutesOfTime } from "../../base/instants.ts";

/** An interval as typed, in local time `HH:MM`. An end that is not after the start is on the next day. */
export interface Interval {
  readonly starts: string;
  readonly ends: string;
  /** The id of the location; set only in the hours of staff members. */
  readonly location_id?: string;
}

export interface ExceptionDraft {
  readonly date: string;
  /** The intervals of the day; empty if closed. */
  readonly intervals: readonly Interval[];
}

export interface HoursDraft {
  /** The hours of each weekday, Monday first. */
  readonly week: readonly (readonly Interval[])[];
  readonly exceptions: readonly ExceptionDraft[];
}

const DAY_MINUTES = 1440;

/** Converts an end in the API's format, which can be up to `48:00`, to a time of day. */
export function clockTime(ends: string): string {
  const minutes = (minutesOfTime(ends) ?? 0) % DAY_MINUTES;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/**
 * Returns start and end in minutes since midnight; undefined if one is missing. If the end is not after the start, the end is on the next
 * day.
 */
export function spanOf({ starts, ends }: Interval): readonly [number, number] | undefined {
  const from = minutesOfTime(starts);
  const to = minutesOfTime(ends);
  if (from === undefined || to === undefined) return undefined;
  return [from, to <= from ? to + DAY_MINUTES : to];
}

/** Converts an end to the API's format, such as `26:00` for 2:00 on the next day. */
export function apiEnd(interval: Interval): string {
  const [, to] = spanOf(interval) ?? [0, 0];
  return `${String(Math.floor(to / 60)).padStart(2, "0")}:${String(to % 60).padStart(2, "0")}`;
}

export type IntervalProblem = "incomplete" | "overlap";

/** Returns the error in a day's hours: a missing time or an overlap. */
export function problemOf(intervals: readonly Interval[]): IntervalProblem | undefined {
  const spans = intervals.map(spanOf);
  if (spans.includes(undefined)) return "incomplete";
  const sorted = (spans as (readonly [number, number])[]).toSorted((one, other) => one[0] - other[0]);
  return sorted.some(([starts], index) => index > 0 && starts < (sorted[index - 1]?.[1] ?? 0))
    ? "overlap"
    : undefined;
}

/** Suggests the next interval of a day, for example an afternoon interval after a morning interval. */
export function nextInterval(intervals: readonly Interval[], locationId: string | undefined): Interval {
  const place = locationId === undefined ? {} : { location_id: locationId };
  const last = intervals.at(-1);
  const [, to] = (last === undefined ? undefined : spanOf(last)) ?? [0, 0];
  const starts = to === 0 ? 9 * 60 : to + 60;
  if (starts + 60 > DAY_MINUTES) return { starts: "", ends: "", ...place };
  const text = (minutes: number) =>
    clockTime(
      `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`,
    );
  return {
    starts: text(starts),
    ends: text(to === 0 ? 18 * 60 : Math.min(starts + 4 * 60, DAY_MINUTES - 1)),
    ...place,
  };
}

/** Whether a span is within the hours, including the hours of the previous day. The span is in minutes since midnight of `date`. */
export function isWithin(
  draft: HoursDraft,
  date: string,
  span: readonly [number, number],
  locationId: string,
): boolean {
  const spansOn = (day: string, shift: number) => {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    const ofDay =
      draft.exceptions.find((exception) => exception.date === day)?.intervals ?? draft.week[weekday] ?? [];
    return ofDay
      .filter(({ location_id }) => location_id === undefined || location_id === locationId)
      .flatMap((interval) => {
        const own = spanOf(interval);
        return own === undefined ? [] : [[own[0] + shift, own[1] + shift] as const];
      });
  };
  const dayBefore = new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return [...spansOn(dayBefore, -DAY_MINUTES), ...spansOn(date, 0)].some(
    ([starts, ends]) => starts <= span[0] && span[1] <= ends,
  );
}

/** Returns the reason why the draft cannot be saved; undefined if the draft is valid. */
export function dayProblem({
  week,
  exceptions,
}: HoursDraft): "incomplete" | "overlap" | "enterDate" | "sameDate" | undefined {
  const dates = exceptions.map(({ date }) => date);
  if (dates.includes("")) return "enterDate";
  if (new Set(dates).size !== dates.length) return "sameDate";
  return [...week, ...exceptions.map(({ intervals }) => intervals)]
    .map(problemOf)
    .find((each) => each !== undefined);
}
