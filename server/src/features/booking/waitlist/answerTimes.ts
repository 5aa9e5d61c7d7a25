import { instantOf, localOf, type Zone } from "@daybook/engine";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Delay between a change that frees time and its matching, because staff may still be moving appointments or may undo the change.
 */
export const REST_MS = 2 * MINUTE_MS;
/** No offers are made from this local minute of the day … */
const NIGHT_FROM = 21 * 60;
/** … to this one. */
const NIGHT_UNTIL = 8 * 60;

/** The time in which a client can answer an offer, by the time until the start; nearer starts are not offered automatically. */
const ANSWER_TIMES = [
  { aboveMs: 48 * HOUR_MS, answerMs: 2 * HOUR_MS },
  { aboveMs: 24 * HOUR_MS, answerMs: HOUR_MS },
  { aboveMs: 4 * HOUR_MS, answerMs: 30 * MINUTE_MS },
  { aboveMs: 2 * HOUR_MS, answerMs: 15 * MINUTE_MS },
] as const;

/** Returns when an offer made now expires; null if the start is too near for an automatic offer. */
export function answerBy(startsAt: number, now: number): number | null {
  const found = ANSWER_TIMES.find(({ aboveMs }) => startsAt - now > aboveMs);
  return found === undefined ? null : now + found.answerMs;
}

/**
 * Returns when an offer by staff expires: like an automatic offer or, for a nearer start, after 15 minutes but at the start at the
 * latest.
 */
export function teamAnswerBy(startsAt: number, now: number): number {
  return answerBy(startsAt, now) ?? Math.min(startsAt, now + 15 * MINUTE_MS);
}

/** Returns when time that is freed now is matched: after the delay or, if that is at night at the location, at 08:00. */
export function matchedAt(zone: Zone, now: number, restMs: number): number {
  const at = now + restMs;
  const { day, minute } = localOf(zone, at);
  if (minute >= NIGHT_FROM) return instantOf(zone, day + 1, NIGHT_UNTIL);
  return minute < NIGHT_UNTIL ? instantOf(zone, day, NIGHT_UNTIL) : at;
}
