import { instantOf, type Zone, zoneNamed } from "@daybook/engine";
import { dateAt, dayNumber, isDate, wallMinutesAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

/**
 * The parsed value of `?new=`. The value is `now` or `<instant>~<staff>~<minutes>`; the staff member and the minutes are optional. For a
 * block, the value ends with `~block`, and for a block of a room with `~block~<room>`.
 */
export interface BookingStart {
  readonly date: string;
  /** The local time at the location as `HH:MM`. */
  readonly time: string;
  readonly staffId: string | undefined;
  readonly minutes: number;
  readonly isBlock: boolean;
  /** The room to block; undefined to block a staff member's time. */
  readonly roomId: string | undefined;
}

/** Returns the value of `?new=` for a position in the grid. */
export function startText(slot: {
  readonly startsAt: number;
  readonly staffId: string | undefined;
  readonly minutes: number;
  readonly isBlock?: boolean;
  readonly roomId?: string | undefined;
}): string {
  const parts = [new Date(slot.startsAt).toISOString(), slot.staffId ?? "", slot.minutes];
  if (slot.isBlock === true) parts.push("block");
  if (slot.roomId !== undefined) parts.push(slot.roomId);
  return parts.join("~");
}

export function bookingStart(text: string, calendar: Calendar): BookingStart {
  const zone = zoneNamed(calendar.timeZone);
  const [instant = "", staffId, minutes = "30", kind, roomId] = text.split("~");
  const parsed = Date.parse(instant);
  const isGiven = !Number.isNaN(parsed);
  const at = isGiven ? parsed : nextQuarter(calendar.now());
  return {
    date: isGiven || calendar.date === calendar.today ? dateAt(zone, at) : calendar.date,
    time: timeText(wallMinutesAt(zone, at)),
    staffId: staffId === undefined || staffId === "" ? undefined : staffId,
    minutes: Number(minutes) || 30,
    isBlock: kind === "block",
    roomId,
  };
}

/** Returns the id of the staff member in a value of `?new=`; undefined if the value contains no id. */
export function staffOfStart(text = ""): string | undefined {
  const [, staffId = ""] = text.split("~");
  return staffId === "" ? undefined : staffId;
}

/** Converts a local date and time at the location to an instant; undefined if the date or time is incomplete. */
export function instantOfInput(zone: Zone, date: string, time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (!isDate(date) || hours === undefined) return undefined;
  return instantOf(zone, dayNumber(date), Number(hours) * 60 + Number(minutes));
}

export function timeText(minutes: number): string {
  const whole = Math.floor(minutes);
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}

const QUARTER_MS = 15 * 60_000;

function nextQuarter(at: number): number {
  return Math.ceil(at / QUARTER_MS) * QUARTER_MS;
}
