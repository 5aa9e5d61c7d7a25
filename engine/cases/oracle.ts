import type { AppointmentItems } from "../src/appointmentItems.ts";
import type { Rule } from "../src/starts.ts";
import { type Calendar, calendarOf } from "./calendars.ts";
import { type Audience, bookedOf, numberIn } from "./salonFacts.ts";
import type { Salon } from "./salons.ts";

/**
 * The contract's sentences, minute by minute over bitmaps: slow, simple, and without any of the engine's spans,
 * hours or clocks, so that where the two agree it is not because they share a mistake.
 */
export interface Oracle {
  readonly calendar: Calendar;
  /** The first rule that keeps the visit from starting at a minute of the calendar; undefined when none does. */
  refusal(visit: AppointmentItems, minute: number, rules: ReadonlySet<Rule>): Rule | undefined;
  /** Whether a minute lies on the grid of the visit's first service. */
  isOnGrid(minute: number, stepMinutes: number): boolean;
  /** Units of a resource that are free throughout. */
  freeUnits(resource: number, from: number, until: number): number;
}

export function oracleOf(salon: Salon, audience: Audience): Oracle {
  const calendar = calendarOf(salon, audience);
  const { dayOf, working, taken, unitsFree, beginningOf } = calendar;
  const nowMinute = salon.nowMinute;

  const freeUnits = (resource: number, from: number, until: number) =>
    Math.max(0, Math.min(...Array.from(unitsFree[resource]?.slice(from, until) ?? [0])));

  const isStaffFree = (
    visit: AppointmentItems,
    minute: number,
    isFree: (staff: number, at: number) => boolean,
  ) =>
    visit.every((item, index) => {
      const start = minute + minutesBefore(visit, index);
      const { initialMinutes, processingMinutes, finishingMinutes } = item.phases;
      const end = start + initialMinutes + processingMinutes + finishingMinutes;
      for (let at = start - item.bufferBeforeMinutes; at < end + item.bufferAfterMinutes; at++) {
        // Buffers belong to the staff member even around processing that ends the item.
        const processed = at >= start + initialMinutes && at < start + initialMinutes + processingMinutes;
        if (!processed && !isFree(numberIn(item.staffId), at)) return false;
      }
      return true;
    });

  const holds: Record<Rule, (visit: AppointmentItems, minute: number) => boolean> = {
    hours: (visit, minute) => isStaffFree(visit, minute, (staff, at) => working[staff]?.[at] === 1),
    taken: (visit, minute) => isStaffFree(visit, minute, (staff, at) => taken[staff]?.[at] !== 1),
    resource: (visit, minute) =>
      visit.every((item, index) => {
        const from = minute + minutesBefore(visit, index) - item.bufferBeforeMinutes;
        const until = minute + minutesBefore(visit, index) + length(visit, index) + item.bufferAfterMinutes;
        return item.needs.every(({ type, count }) => {
          const free = salon.resources.map((one, r) => (one.type === type ? freeUnits(r, from, until) : 0));
          return free.reduce((sum, units) => sum + units, 0) >= count;
        });
      }),
    now: (_, minute) => minute >= nowMinute,
    notice: (visit, minute) => visit.every(({ rules }) => minute >= nowMinute + rules.minNoticeMinutes),
    advance: (visit, minute) =>
      visit.every(({ rules }) => (dayOf[minute] ?? 0) <= (dayOf[nowMinute] ?? 0) + rules.maxAdvanceDays),
    day_limit: (visit, minute) =>
      visit.every((item, index) => {
        if (item.rules.maxPerDay === null) return true;
        const day = dayOf[minute + minutesBefore(visit, index)] ?? 0;
        const wanted = visit.filter((other) => other.serviceId === item.serviceId).length;
        return bookedOf(salon, numberIn(item.serviceId), day) + wanted <= item.rules.maxPerDay;
      }),
    patch_test: (visit, minute) =>
      visit.every((item, index) => {
        if (!item.rules.requiresPatchTest || salon.patchTestOn === undefined) return true;
        if (salon.patchTestOn === null) return false;
        const start = minute + minutesBefore(visit, index);
        const testedOn = Date.parse(salon.patchTestOn) / 86_400_000;
        return (
          start >= beginningOf(testedOn + 1) + 48 * 60 && (dayOf[start] ?? 0) <= sixMonthsAfter(testedOn)
        );
      }),
    online_bookable: (visit) => visit.every(({ rules }) => rules.onlineBookable),
  };

  return {
    calendar,
    freeUnits,
    refusal: (visit, minute, rules) => ORDER.find((rule) => rules.has(rule) && !holds[rule](visit, minute)),
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

function minutesBefore(visit: AppointmentItems, index: number): number {
  let minutes = 0;
  for (let before = 0; before < index; before++) minutes += length(visit, before);
  return minutes;
}

function length(visit: AppointmentItems, index: number): number {
  const phases = visit[index]?.phases;
  if (phases === undefined) return 0;
  return phases.initialMinutes + phases.processingMinutes + phases.finishingMinutes;
}

/** The same day of the month, or the month's last. */
function sixMonthsAfter(day: number): number {
  const date = new Date(day * 86_400_000);
  const monthsLastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 7, 0));
  const lastDay = Math.min(date.getUTCDate(), monthsLastDay.getUTCDate());
  return monthsLastDay.setUTCDate(lastDay) / 86_400_000;
}
