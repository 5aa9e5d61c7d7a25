import { dateOf, padded } from "./dates.ts";
import { offsetIndexAt, offsetMinutesAt, type Zone } from "./zones.ts";

/** The milliseconds in a minute, and in a day of 24 hours; local days may be shorter or longer. */
export const MINUTE = 60_000;
export const DAY = 86_400_000;

/**
 * An upper bound of the distance between any local time and UTC, in milliseconds: local mean time in Alaska was 15:14 ahead
 * until 1867. The bound limits the range in which the instants of a wall time can lie.
 */
export const MAX_OFFSET = 16 * 60 * MINUTE;

/** The local time of an instant in a zone: the date as a day number, minutes since local midnight, and minutes east of UTC. */
export interface LocalTime {
  readonly day: number;
  /** 0 ≤ minute < 1440; fractional when the instant has seconds. */
  readonly minute: number;
  readonly offsetMinutes: number;
}

/** Converts an instant to local time. */
export function localOf(zone: Zone, at: number): LocalTime {
  const offsetMinutes = offsetMinutesAt(zone, at);
  const wall = at + offsetMinutes * MINUTE;
  const day = Math.floor(wall / DAY);
  return { day, minute: (wall - day * DAY) / MINUTE, offsetMinutes };
}

/** Returns the local date of an instant, as a day number. */
export function dayAt(zone: Zone, at: number): number {
  return Math.floor((at + offsetMinutesAt(zone, at) * MINUTE) / DAY);
}

/**
 * Returns the instant at which a local date begins. Where a clock change skips midnight, this is the time of the change; where
 * midnight occurs twice, the first occurrence. A date that never existed begins where it ends: Samoa had no 2011-12-30.
 */
export function startOfDay(zone: Zone, day: number): number {
  return boundaryOf(zone, day, 0);
}

/**
 * Converts a wall time to an instant, for starts of appointments and blocks: a time that a clock change skips moves forward by
 * the gap; for a time that occurs twice, the first occurrence counts (contract §5, RFC 5545 3.3.5).
 * `minute` counts from local midnight, and may be fractional, negative or beyond 1440.
 */
export function instantOf(zone: Zone, day: number, minute: number): number {
  const wall = wallOf(day, minute);
  const index = firstOffsetReaching(zone, wall);
  const at = wall - (zone.offsets[index] as number) * MINUTE;
  const inGap = index > 0 && at < (zone.changesAt[index - 1] as number);
  return inGap ? wall - (zone.offsets[index - 1] as number) * MINUTE : at;
}

/**
 * Converts an edge of opening hours to an instant: like `instantOf`, but an edge that a clock change skips moves to the time of
 * the change, so that opening hours never cover a skipped time (contract §5). `minute` may reach 2880, for `48:00`.
 */
export function boundaryOf(zone: Zone, day: number, minute: number): number {
  const wall = wallOf(day, minute);
  const index = firstOffsetReaching(zone, wall);
  const at = wall - (zone.offsets[index] as number) * MINUTE;
  return index > 0 ? Math.max(at, zone.changesAt[index - 1] as number) : at;
}

/**
 * Returns every instant at which the wall clock shows this time, earliest first: none in a gap, two where it occurs twice,
 * otherwise one.
 */
export function instantsOf(zone: Zone, day: number, minute: number): number[] {
  const { changesAt, offsets } = zone;
  const wall = wallOf(day, minute);
  const instants: number[] = [];
  for (let index = firstOffsetReaching(zone, wall); index < offsets.length; index++) {
    const since = index > 0 ? (changesAt[index - 1] as number) : Number.NEGATIVE_INFINITY;
    if (since > wall + MAX_OFFSET) break;
    const at = wall - (offsets[index] as number) * MINUTE;
    if (at >= since && at < (changesAt[index] ?? Number.POSITIVE_INFINITY)) instants.push(at);
  }
  return instants;
}

/**
 * Converts an instant to the zone's local time: `2027-03-29T09:00:00+02:00`. Writes milliseconds only when they are not
 * zero.
 */
export function localText(zone: Zone, at: number): string {
  const offsetMinutes = offsetMinutesAt(zone, at);
  const east = Math.abs(offsetMinutes);
  const offsetText = `${offsetMinutes < 0 ? "-" : "+"}${padded(Math.floor(east / 60))}:${padded(east % 60)}`;
  return wallText(at + offsetMinutes * MINUTE) + offsetText;
}

/** Converts an instant to UTC: `2027-03-29T07:00:00Z`. Writes milliseconds only when they are not zero. */
export function utcText(at: number): string {
  return `${wallText(at)}Z`;
}

/** Like `utcText`, but returns null for null. */
export function utcOrNull(at: number | null): string | null {
  return at === null ? null : utcText(at);
}

/** Returns a wall time as if it were UTC, in milliseconds. Rounded, because fractional minutes are not exact in binary. */
function wallOf(day: number, minute: number): number {
  return day * DAY + Math.round(minute * MINUTE);
}

/**
 * Returns the index of the first offset under which the clock reaches the wall time before the offset ends. If that instant is
 * before the start of the offset, the clock change skipped the wall time; otherwise it is the first occurrence.
 */
function firstOffsetReaching(zone: Zone, wall: number): number {
  const { changesAt, offsets } = zone;
  let index = offsetIndexAt(zone, wall - MAX_OFFSET);
  while (
    index < changesAt.length &&
    wall - (offsets[index] as number) * MINUTE >= (changesAt[index] as number)
  ) {
    index++;
  }
  return index;
}

function wallText(wall: number): string {
  const day = Math.floor(wall / DAY);
  const milliseconds = wall - day * DAY;
  const seconds = Math.floor(milliseconds / 1000);
  const fraction = milliseconds - seconds * 1000;
  const minutes = Math.floor(seconds / 60);
  const fractionText = fraction === 0 ? "" : `.${String(fraction).padStart(3, "0")}`;
  return `${dateOf(day)}T${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}:${padded(seconds % 60)}${fractionText}`;
}
