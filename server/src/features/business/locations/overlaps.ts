import { type WallInterval, weekdayOf } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";

/** Weekly hours as they were sent, with where in the body they stood. */
export interface WeeklyEntry extends WallInterval {
  /** JSON pointer. */
  readonly path: string;
  /** Whatever the exceptions of one place have in common: a location's id, or nothing where there is but one. */
  readonly place: string;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekday: number;
}

/** The hours of one date at one place, which hold there instead of the weekly ones. */
export interface ExceptionEntry {
  readonly path: string;
  readonly place: string;
  /** Day number. */
  readonly day: number;
  readonly intervals: readonly (WallInterval & { readonly path: string })[];
}

/**
 * What is wrong with hours of one or more places whose clocks agree: ends that do not lie after starts, two
 * exceptions of one date and place, and hours that overlap, also past midnight into the next day, from Sunday into
 * Monday, and between a date's exception and the hours of the days beside it. Touching is not overlapping. Each
 * problem names the later of the two in time.
 */
export function hoursProblems(
  weekly: readonly WeeklyEntry[],
  exceptions: readonly ExceptionEntry[],
): FieldProblem[] {
  const reversed = [...weekly, ...exceptions.flatMap((exception) => exception.intervals)]
    .filter(({ startsMinute, endsMinute }) => endsMinute <= startsMinute)
    .map(({ path }) => ({ path: `${path}/ends`, message: "must be after starts" }));
  const twice = repeatedDates(exceptions);
  // Hours that are nonsense by themselves overlap with everything: one complaint at a time.
  if (reversed.length + twice.length > 0) return [...reversed, ...twice];
  return [...weeklyOverlaps(weekly), ...exceptionOverlaps(weekly, exceptions)];
}

function repeatedDates(exceptions: readonly ExceptionEntry[]): FieldProblem[] {
  const seen = new Set<string>();
  return exceptions.flatMap(({ path, place, day }) => {
    const key = `${day} ${place}`;
    if (seen.has(key)) return [{ path: `${path}/date`, message: "has an exception already" }];
    seen.add(key);
    return [];
  });
}

/** A stretch on a line of minutes that runs over more than one day. */
interface Stretch extends WallInterval {
  readonly path: string;
  readonly isException: boolean;
}

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

function weeklyOverlaps(weekly: readonly WeeklyEntry[]): FieldProblem[] {
  const week = weekly.map((entry) => stretchOf(entry, (entry.weekday - 1) * DAY_MINUTES, false));
  // What runs over the end of Sunday is also there at the beginning of Monday.
  const fromLastWeek = week
    .filter(({ endsMinute }) => endsMinute > WEEK_MINUTES)
    .map((stretch) => stretchOf(stretch, -WEEK_MINUTES, false));
  return overlapsIn([...fromLastWeek, ...week]);
}

/** Looks at each exceptional date with the day before and the day after it, as they will really be. */
function exceptionOverlaps(
  weekly: readonly WeeklyEntry[],
  exceptions: readonly ExceptionEntry[],
): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  const byDay = Map.groupBy(exceptions, ({ day }) => day);
  for (const day of byDay.keys()) {
    const line = [day - 1, day, day + 1].flatMap((one) =>
      stretchesOf(one, weekly, byDay, (one - day) * DAY_MINUTES),
    );
    for (const problem of overlapsIn(line, ({ isException }, other) => isException || other.isException)) {
      found.set(problem.path, problem);
    }
  }
  return [...found.values()];
}

/** What is open on a day: each place's exception, or else its weekly hours. */
function stretchesOf(
  day: number,
  weekly: readonly WeeklyEntry[],
  exceptionsByDay: ReadonlyMap<number, readonly ExceptionEntry[]>,
  shift: number,
): Stretch[] {
  const ofDay = exceptionsByDay.get(day) ?? [];
  const excepted = new Set(ofDay.map(({ place }) => place));
  const weekday = weekdayOf(day);
  return [
    ...ofDay.flatMap(({ intervals }) => intervals.map((interval) => stretchOf(interval, shift, true))),
    ...weekly
      .filter((entry) => entry.weekday === weekday && !excepted.has(entry.place))
      .map((entry) => stretchOf(entry, shift, false)),
  ];
}

function stretchOf(
  { path, startsMinute, endsMinute }: WallInterval & { readonly path: string },
  shift: number,
  isException: boolean,
): Stretch {
  return { path, startsMinute: startsMinute + shift, endsMinute: endsMinute + shift, isException };
}

function overlapsIn(
  line: readonly Stretch[],
  matters: (one: Stretch, other: Stretch) => boolean = () => true,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  let furthest: Stretch | undefined;
  for (const next of line.toSorted((one, other) => one.startsMinute - other.startsMinute)) {
    if (furthest !== undefined && next.startsMinute < furthest.endsMinute && matters(furthest, next)) {
      const path = next.isException || !furthest.isException ? next.path : furthest.path;
      problems.push({ path, message: "overlaps other hours" });
    }
    if (furthest === undefined || next.endsMinute > furthest.endsMinute) furthest = next;
  }
  return problems;
}
