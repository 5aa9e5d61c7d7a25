import { readFileSync } from "node:fs";
import { type Spans, spansOf } from "../src/spans.ts";

/** A span of time as a pair of UTC date-times, in the format of `slots.json`. The end is exclusive. */
export type TextSpan = readonly [startsAt: string, endsAt: string];

/**
 * The input and expected result of each kind of case in `time-zones.json`. Instants are RFC 3339 date-times. Those in
 * `…_utc` fields end in Z.
 */
export interface ZoneCases {
  resolve: Case<{ local: string; purpose: "instant" }, { status: string; utc: string; local: string }>;
  day: Case<{ date: string }, { start_utc: string; end_utc: string; minutes: number }>;
  hours: Case<
    { date: string; start: string; end: string; ends_next_day?: true },
    { interval: { start_utc: string; end_utc: string }; minutes: number }
  >;
  slots: Case<
    { date: string; start: string; end: string; duration_minutes: number; step_minutes: number },
    { count: number; starts_at: string[]; starts_utc: string[] }
  >;
  recurring: Case<
    { starts_at: string; every_weeks: number; occurrences: number },
    { starts_at: string[]; starts_utc: string[] }
  >;
  block_repeat: Case<
    { starts_at: string; ends_at: string; every_days: number; occurrences: number },
    { blocks: { start_utc: string; end_utc: string; minutes: number }[] }
  >;
  patch_test: Case<{ patch_test_at: string }, ExpectedWindow>;
  booking_window: Case<{ now: string; min_notice_minutes: number; max_advance_days: number }, ExpectedWindow>;
  duration: Case<
    { starts_at: string; minutes: number },
    { ends_utc: string; starts_local: string; ends_local: string }
  >;
  local_date: Case<{ utc: string }, { date: string; local: string }>;
}

export interface Case<Given, Expected> {
  id: string;
  zone: string;
  given: Given;
  expect: Expected;
}

interface ExpectedWindow {
  earliest_utc: string;
  earliest_local: string;
  latest_exclusive_utc: string;
  latest_exclusive_local: string;
}

/** The input and expected result of each kind of case in `slots.json` that tests spans instead of a search. */
export interface SpanCases {
  windows: CollectedCase<{
    tz: string;
    weekly: { days: number[]; start: string; end: string }[];
    overrides?: { date: string; start: string; end: string }[];
    range: TextSpan;
  }>;
  subtract: CollectedCase<{ windows: TextSpan[]; busy: TextSpan[] }>;
  intersect: CollectedCase<{ lists: TextSpan[][] }>;
}

interface CollectedCase<Input> {
  id: string;
  test: string;
  input: Input;
  expect: { windows: TextSpan[] };
}

/** Returns the cases of one kind in `time-zones.json`. Throws when there are none. */
export function zoneCases<Kind extends keyof ZoneCases>(kind: Kind): ZoneCases[Kind][] {
  return casesOfKind<ZoneCases[Kind]>("time-zones.json", kind);
}

/** Returns the cases of one kind in `slots.json`. Throws when there are none. */
export function spanCases<Kind extends keyof SpanCases>(kind: Kind): SpanCases[Kind][] {
  return casesOfKind<SpanCases[Kind]>("slots.json", kind);
}

/** Returns the number of cases of each kind in a file. A test checks these numbers, so that it does not miss a new kind. */
export function kindsIn(file: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of readCases(file)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Converts pairs of date-times to spans in milliseconds. */
export function spansOfText(pairs: readonly TextSpan[]): Spans {
  return spansOf(pairs.map(([startsAt, endsAt]) => [Date.parse(startsAt), Date.parse(endsAt)]));
}

function casesOfKind<One>(file: string, kind: string): One[] {
  const found = readCases(file).filter((one) => one.kind === kind);
  if (found.length === 0) throw new Error(`${file} has no case of the kind ${kind}`);
  return found as One[];
}

function readCases(file: string): { kind: string }[] {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")).cases;
}
