import { instantOf, localOf, type Zone } from "@daybook/engine";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Delay in milliseconds between a change that frees time and the matching of the time with waiting entries, because staff may still be
 * moving appointments or may undo the change.
 */
export const REST_MS = 2 * MINUTE_MS;
/** Start of the night at the location, in minutes after midnight. No automatic offers are made at night. */
const NIGHT_FROM = 21 * 60;
/** End of the night at the location, in minutes after midnight. */
const NIGHT_UNTIL = 8 * 60;

/**
 * The time that a client has to accept an automatic offer, depending on the time until the start. A start time within the next two
 * hours is not offered automatically.
 */
const ANSWER_TIMES = [
  { aboveMs: 48 * HOUR_MS, answerMs: 2 * HOUR_MS },
  { aboveMs: 24 * HOUR_MS, answerMs: HOUR_MS },
  { aboveMs: 4 * HOUR_MS, answerMs: 30 * MINUTE_MS },
  { aboveMs: 2 * HOUR_MS, answerMs: 15 * MINUTE_MS },
] as const;

/**
 * Returns the expiry of an automatic offer made at `now`, in milliseconds since the epoch; null if the start is too soon for an automatic
 * offer.
 */
export function answerBy(startsAt: number, now: number): number | null {
  const found = ANSWER_TIMES.find(({ aboveMs }) => startsAt - now > aboveMs);
  return found === undefined ? null : now + found.answerMs;
}

/**
 * Returns the expiry of an offer by staff. If the start is too soon for an automatic offer, the offer expires after 15 minutes, at the
 * latest at the start.
 */
export function teamAnswerBy(startsAt: number, now: number): number {
  return answerBy(startsAt, now) ?? Math.min(startsAt, now + 15 * MINUTE_MS);
}

/**
 * Returns the instant at which a worker matches time that was freed at `now`: after the delay, or at the next 08:00 at the location if
 * the delay ends at night.
 */
export function matchedAt(zone: Zone, now: number, restMs: number): number {
  const at = now + restMs;
  const { day, minute } = localOf(zone, at);
  if (minute >= NIGHT_FROM) return instantOf(zone, day + 1, NIGHT_UNTIL);
  return minute < NIGHT_UNTIL ? instantOf(zone, day, NIGHT_UNTIL) : at;
}
