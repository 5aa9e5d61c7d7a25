import { dateOf, localOf, type TakenTime, wallMinutes, weekdayOf, type Zone } from "@daybook/engine";
import type { OfferedItem, WaitlistWindow } from "../../../tables/booking.ts";

/** The ways in which a location offers freed time to the clients on its waitlist. */
export const MATCH_MODES = ["first_in_line", "team_picks", "highest_value", "offer_to_all"] as const;
export type MatchMode = (typeof MATCH_MODES)[number];

/** Freed time at a location, as half-open spans in milliseconds since the epoch. */
export interface FreedTime {
  readonly zone: Zone;
  readonly now: number;
  readonly intervals: readonly { readonly startsAt: number; readonly endsAt: number }[];
}

/** A start time that availability has found for all services of an entry. */
export interface CandidateStart {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly items: readonly OfferedItem[];
  /** The time that the services occupy for each staff member, including buffers. */
  readonly taken: readonly TakenTime[];
}

/** A waiting entry with its available start times, earliest first. */
export interface Candidate {
  readonly entryId: string;
  readonly windows: readonly WaitlistWindow[];
  readonly minNoticeMinutes: number;
  readonly priority: number;
  readonly joinedAt: number;
  /** The sum of the service prices, in minor units. */
  readonly valueMinor: number;
  /** For an entry that replaces an appointment, the start of that appointment; null for no limit. */
  readonly beforeAt: number | null;
  readonly starts: readonly CandidateStart[];
}

/** A start time that was matched with an entry. */
export interface Match extends CandidateStart {
  readonly entryId: string;
}

const MINUTE_MS = 60_000;

/** Returns the key of a start time that the entry's client has declined or not answered. */
export function refusalKey(entryId: string, startsAt: number): string {
  return `${entryId} ${startsAt}`;
}

/**
 * Matches freed time with waiting entries. An entry gets at most one start time: the earliest that overlaps a freed span, lies in
 * one of its windows, respects its notice, precedes the appointment that the entry replaces, and was neither declined nor left
 * unanswered by its client. Entries are processed by priority, time of joining and id; in the mode `highest_value`, value comes
 * first. Matched time is not matched again; the rest of the span can be matched with other entries. In the modes `team_picks`
 * and `offer_to_all` several entries may get the same time. `alreadyTaken` is the time of earlier matches.
 */
export function matches(
  freed: FreedTime,
  candidates: readonly Candidate[],
  mode: MatchMode,
  refused: ReadonlySet<string>,
  alreadyTaken: readonly TakenTime[] = [],
): Match[] {
  const isShared = mode === "team_picks" || mode === "offer_to_all";
  const matched: Match[] = [];
  const taken = [...alreadyTaken];
  for (const candidate of candidates.toSorted(orderOf(mode))) {
    const start = candidate.starts.find(
      (each) =>
        isWanted(freed, candidate, each) &&
        !refused.has(refusalKey(candidate.entryId, each.startsAt)) &&
        (isShared || !overlapsAny(each, taken)),
    );
    if (start === undefined) continue;
    matched.push({ ...start, entryId: candidate.entryId });
    taken.push(...start.taken);
  }
  return matched;
}

function orderOf(mode: MatchMode): (one: Candidate, other: Candidate) => number {
  return (one, other) =>
    (mode === "highest_value" ? other.valueMinor - one.valueMinor : 0) ||
    other.priority - one.priority ||
    one.joinedAt - other.joinedAt ||
    (one.entryId < other.entryId ? -1 : 1);
}

function isWanted({ zone, now, intervals }: FreedTime, candidate: Candidate, start: CandidateStart): boolean {
  const { startsAt, endsAt } = start;
  if (startsAt < now + candidate.minNoticeMinutes * MINUTE_MS) return false;
  if (candidate.beforeAt !== null && startsAt >= candidate.beforeAt) return false;
  const isFreed = intervals.some((interval) => startsAt < interval.endsAt && endsAt > interval.startsAt);
  return isFreed && candidate.windows.some((window) => isInWindow(zone, window, startsAt, endsAt));
}

/** Returns whether an appointment starts on a day of the window and lies within its local times. */
function isInWindow(zone: Zone, window: WaitlistWindow, startsAt: number, endsAt: number): boolean {
  const [start, end] = [localOf(zone, startsAt), localOf(zone, endsAt)];
  const date = dateOf(start.day);
  if (date < window.from || date > window.to || !window.weekdays.includes(weekdayOf(start.day))) return false;
  const endMinute = (end.day - start.day) * 1440 + end.minute;
  return start.minute >= minutesOf(window.starts) && endMinute <= minutesOf(window.ends);
}

function minutesOf(wallTime: string): number {
  return wallMinutes(wallTime, { max: 1440 }) ?? 0;
}

function overlapsAny({ taken }: CandidateStart, others: readonly TakenTime[]): boolean {
  return taken.some((one) =>
    others.some(
      (other) =>
        one.subjectId === other.subjectId && one.startsAt < other.endsAt && one.endsAt > other.startsAt,
    ),
  );
}
