import { type WallInterval, weekdayOf } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";

/** The hours of a weekday, with the JSON pointer to the entry in the request body. */
export interface WeeklyEntry extends WallInterval {
  readonly path: string;
  /** The location of the entry, or an empty text if the request body is about a single location. */
  readonly locationId: string;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekday: number;
}

/** The hours of one date at one location, which replace the weekly hours of that date. */
export interface ExceptionEntry {
  readonly path: string;
  readonly locationId: string;
  /** The day number of the date. */
  readonly day: number;
  readonly intervals: readonly (WallInterval & { readonly path: string })[];
}

/**
 * Returns the problems of hours at one or more locations with the same time zone: an end that is not after its start, two
 * exceptions for the same date and location, and overlapping hours. Overlaps are also found across midnight, from Sunday to
 * Monday, and between an exception and the adjacent days. Adjacent hours do not overlap. The problem of an overlap refers to
 * the entry that starts later or, for an exception and weekly hours, to the exception.
 */
export function hoursProblems(
  weekly: readonly WeeklyEntry[],
  exceptions: readonly ExceptionEntry[],
): FieldProblem[] {
  const reversed = [...weekly, ...exceptions.flatMap((exception) => exception.intervals)]
    .filter(({ startsMinute, endsMinute }) => endsMinute <= startsMinute)
    .map(({ path }) => ({ path: `${path}/ends`, message: "must be after `starts`" }));
  const twice = repeatedDates(exceptions);
  // Returns early, because the check for overlaps requires valid intervals.
  if (reversed.length + twice.length > 0) return [...reversed, ...twice];
  return [...weeklyOverlaps(weekly), ...exceptionOverlaps(weekly, exceptions)];
}

function repeatedDates(exceptions: readonly ExceptionEntry[]): FieldProblem[] {
  const seen = new Set<string>();
  return exceptions.flatMap(({ path, locationId, day }) => {
    const key = `${day} ${locationId}`;
    if (seen.has(key))
      return [{ path: `${path}/date`, message: "must appear in only one exception for a location" }];
    seen.add(key);
    return [];
  });
}

/** An interval in minutes on a time line of several days. */
interface TimelineInterval extends WallInterval {
  readonly path: string;
  readonly isException: boolean;
}

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

function weeklyOverlaps(weekly: readonly WeeklyEntry[]): FieldProblem[] {
  const week = weekly.map((entry) => timelineInterval(entry, (entry.weekday - 1) * DAY_MINUTES, false));
  // Hours that end after midnight on Sunday continue on Monday.
  const fromLastWeek = week
    .filter(({ endsMinute }) => endsMinute > WEEK_MINUTES)
    .map((entry) => timelineInterval(entry, -WEEK_MINUTES, false));
  return overlapsIn([...fromLastWeek, ...week]);
}

/** Checks each date that has an exception together with the day before and the day after it. */
function exceptionOverlaps(
  weekly: readonly WeeklyEntry[],
  exceptions: readonly ExceptionEntry[],
): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  const byDay = Map.groupBy(exceptions, ({ day }) => day);
  for (const day of byDay.keys()) {
    const line = [day - 1, day, day + 1].flatMap((one) =>
      intervalsOfDay(one, weekly, byDay, (one - day) * DAY_MINUTES),
    );
    for (const problem of overlapsIn(line, ({ isException }, other) => isException || other.isException)) {
      found.set(problem.path, problem);
    }
  }
  return [...found.values()];
}

/** Returns the hours of a day: for each location, its exception or else its weekly hours. */
function intervalsOfDay(
  day: number,
  weekly: readonly WeeklyEntry[],
  exceptionsByDay: ReadonlyMap<number, readonly ExceptionEntry[]>,
  shift: number,
): TimelineInterval[] {
  const ofDay = exceptionsByDay.get(day) ?? [];
  const excepted = new Set(ofDay.map(({ locationId }) => locationId));
  const weekday = weekdayOf(day);
  return [
    ...ofDay.flatMap(({ intervals }) => intervals.map((interval) => timelineInterval(interval, shift, true))),
    ...weekly
      .filter((entry) => entry.weekday === weekday && !excepted.has(entry.locationId))
      .map((entry) => timelineInterval(entry, shift, false)),
  ];
}

function timelineInterval(
  { path, startsMinute, endsMinute }: WallInterval & { readonly path: string },
  shift: number,
  isException: boolean,
): TimelineInterval {
  return { path, startsMinute: startsMinute + shift, endsMinute: endsMinute + shift, isException };
}

function overlapsIn(
  line: readonly TimelineInterval[],
  isRelevant: (one: TimelineInterval, other: TimelineInterval) => boolean = () => true,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  let furthest: TimelineInterval | undefined;
  for (const next of line.toSorted((one, other) => one.startsMinute - other.startsMinute)) {
    if (furthest !== undefined && next.startsMinute < furthest.endsMinute && isRelevant(furthest, next)) {
      const path = next.isException || !furthest.isException ? next.path : furthest.path;
      problems.push({ path, message: "must not overlap other hours of the request" });
    }
    if (furthest === undefined || next.endsMinute > furthest.endsMinute) furthest = next;
  }
  return problems;
}
