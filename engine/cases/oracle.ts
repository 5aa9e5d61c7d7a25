import type { AppointmentItems } from "../src/appointmentItems.ts";
import type { Rule } from "../src/starts.ts";
import { type Calendar, calendarOf } from "./calendars.ts";
import { type Audience, bookedOf, numberIn } from "./salonFacts.ts";
import type { Salon } from "./salons.ts";

/**
 * A slow, simple implementation of the contract's rules. It checks the rules minute by minute on bitmaps. It shares no code
 * with the engine's spans, hours or time zones, so an error in that code makes the two results differ.
 */
export interface Oracle {
  readonly calendar: Calendar;
  /** Returns the first rule that rejects a start time at a minute of the calendar; undefined when the start is allowed. */
  refusal(items: AppointmentItems, minute: number, rules: ReadonlySet<Rule>): Rule | undefined;
  /** Whether a minute lies on the grid of the step. */
  isOnGrid(minute: number, stepMinutes: number): boolean;
  /** Returns the number of units of a resource that are free for all of `[from, until)`, at least 0. */
  freeUnits(resource: number, from: number, until: number): number;
}

export function oracleOf(salon: Salon, audience: Audience): Oracle {
  const calendar = calendarOf(salon, audience);
  const { dayOf, working, taken, unitsFree, beginningOf } = calendar;
  const nowMinute = salon.nowMinute;

  const freeUnits = (resource: number, from: number, until: number) =>
    Math.max(0, Math.min(...Array.from(unitsFree[resource]?.slice(from, until) ?? [0])));

  const isStaffFree = (
    items: AppointmentItems,
    minute: number,
    isFree: (staff: number, at: number) => boolean,
  ) =>
    items.every((item, index) => {
      const start = minute + offsetMinutes(items, index);
      const { initialMinutes, processingMinutes, finishingMinutes } = item.phases;
      const end = start + initialMinutes + processingMinutes + finishingMinutes;
      for (let at = start - item.bufferBeforeMinutes; at < end + item.bufferAfterMinutes; at++) {
        // A buffer after the item keeps its staff member busy, even if the item ends in processing time.
        const isProcessing = at >= start + initialMinutes && at < start + initialMinutes + processingMinutes;
        if (!isProcessing && !isFree(numberIn(item.staffId), at)) return false;
      }
      return true;
    });

  const isSatisfied: Record<Rule, (items: AppointmentItems, minute: number) => boolean> = {
    hours: (items, minute) => isStaffFree(items, minute, (staff, at) => working[staff]?.[at] === 1),
    taken: (items, minute) => isStaffFree(items, minute, (staff, at) => taken[staff]?.[at] !== 1),
    resource: (items, minute) =>
      items.every((item, index) => {
        const from = minute + offsetMinutes(items, index) - item.bufferBeforeMinutes;
        const until = minute + offsetMinutes(items, index) + length(items, index) + item.bufferAfterMinutes;
        return item.needs.every(({ type, count }) => {
          const free = salon.resources.map((one, r) => (one.type === type ? freeUnits(r, from, until) : 0));
          return free.reduce((sum, units) => sum + units, 0) >= count;
        });
      }),
    now: (_, minute) => minute >= nowMinute,
    notice: (items, minute) => items.every(({ rules }) => minute >= nowMinute + rules.minNoticeMinutes),
    advance: (items, minute) =>
      items.every(({ rules }) => (dayOf[minute] ?? 0) <= (dayOf[nowMinute] ?? 0) + rules.maxAdvanceDays),
    day_limit: (items, minute) =>
      items.every((item, index) => {
        if (item.rules.maxPerDay === null) return true;
        const day = dayOf[minute + offsetMinutes(items, index)] ?? 0;
        const wanted = items.filter((other) => other.serviceId === item.serviceId).length;
        return bookedOf(salon, numberIn(item.serviceId), day) + wanted <= item.rules.maxPerDay;
      }),
    patch_test: (items, minute) =>
      items.every((item, index) => {
        if (!item.rules.requiresPatchTest || salon.patchTestOn === undefined) return true;
        if (salon.patchTestOn === null) return false;
        const start = minute + offsetMinutes(items, index);
        const testedOn = Date.parse(salon.patchTestOn) / 86_400_000;
        return (
          start >= beginningOf(testedOn + 1) + 48 * 60 && (dayOf[start] ?? 0) <= sixMonthsAfter(testedOn)
        );
      }),
    online_bookable: (items) => items.every(({ rules }) => rules.onlineBookable),
  };

  return {
    calendar,
    freeUnits,
    refusal: (items, minute, rules) =>
      ORDER.find((rule) => rules.has(rule) && !isSatisfied[rule](items, minute)),
    isOnGrid: (minute, stepMinutes) => (calendar.minuteOfDay[minute] ?? 1) % stepMinutes === 0,
  };
}

const ORDER: readonly Rule[] = [
  "hours",
  "taken",
  "resource",
  "now",
  "notice",
  "advance",
  "day_limit",
  "patch_test",
  "online_bookable",
];

function offsetMinutes(items: AppointmentItems, index: number): number {
  let minutes = 0;
  for (let before = 0; before < index; before++) minutes += length(items, before);
  return minutes;
}

function length(items: AppointmentItems, index: number): number {
  const phases = items[index]?.phases;
  if (phases === undefined) return 0;
  return phases.initialMinutes + phases.processingMinutes + phases.finishingMinutes;
}

/** Returns the same day of the month six months later, or that month's last day. */
function sixMonthsAfter(day: number): number {
  const date = new Date(day * 86_400_000);
  const monthsLastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 7, 0));
  const lastDay = Math.min(date.getUTCDate(), monthsLastDay.getUTCDate());
  return monthsLastDay.setUTCDate(lastDay) / 86_400_000;
}
