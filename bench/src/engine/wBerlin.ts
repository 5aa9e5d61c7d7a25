import { readFileSync } from "node:fs";
import {
  dayOf,
  type Facts,
  findZone,
  openSpans,
  RULES_FOR,
  type Search,
  type Spans,
  spansOf,
  startOfDay,
  type Zone,
} from "@daybook/engine";

interface Workload {
  readonly time_zone: string;
  readonly first_date: string;
  readonly days: number;
  readonly service_minutes: number;
  readonly step_minutes: number;
  readonly check_sums: readonly {
    readonly staff: number;
    readonly per_staff_slots: number;
    readonly union_slots: number;
  }[];
}

/** The workload for engine measurements. wBerlin.test.ts compares the slot counts with the workload's checksums. */
export const wBerlin: Workload = JSON.parse(
  readFileSync(new URL("../../../engine/cases/w-berlin.json", import.meta.url), "utf8"),
);

/** The working hours of all staff members, in minutes since midnight: 08:00 to 18:00, every day. */
export const OPENS_MINUTE = 480;
export const CLOSES_MINUTE = 1080;

/** A month of the workload in the form of the engine's input (`Facts`). */
export interface Month {
  readonly zone: Zone;
  readonly fromAt: number;
  readonly untilAt: number;
  readonly working: Spans;
  readonly staffIds: readonly string[];
  /** The busy periods of each staff member, in milliseconds since the epoch. */
  readonly taken: readonly Spans[];
  /** The instants `OPENS_MINUTE` minutes before each opening: local midnights, except on the day of the clock change. */
  readonly midnights: readonly number[];
}

/** Returns the month for a number of staff members. Busy periods are sorted and merged, as in the busy-time cache. */
export function monthOf(staff: number): Month {
  const zone = findZone(wBerlin.time_zone);
  if (zone === undefined) throw new Error(`no zone ${wBerlin.time_zone}`);
  const firstDay = dayOf(wBerlin.first_date) ?? 0;
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    startsMinute: OPENS_MINUTE,
    endsMinute: CLOSES_MINUTE,
  }));
  const working = openSpans(zone, { weekly, exceptions: [] }, firstDay, firstDay + wBerlin.days - 1);
  // On the day of the clock change, the clock changes before opening, so each day has one offset from opening to closing.
  const midnights = working.filter((_, i) => i % 2 === 0).map((opensAt) => opensAt - OPENS_MINUTE * MINUTE);
  const taken = Array.from({ length: staff }, (_, index) =>
    spansOf(
      busyOf(index).map(({ day, from, until }): [number, number] => {
        const midnight = midnights[day] as number;
        return [midnight + from * MINUTE, midnight + until * MINUTE];
      }),
    ),
  );
  return {
    zone,
    working,
    taken,
    midnights,
    staffIds: Array.from({ length: staff }, (_, index) => `staff-${index}`),
    fromAt: startOfDay(zone, firstDay),
    untilAt: startOfDay(zone, firstDay + wBerlin.days),
  };
}

/** Returns the engine's input as for a request: a new object that refers to prepared working hours and busy times. */
export function factsOf(month: Month): Facts {
  const { zone, fromAt, untilAt, working } = month;
  const staff = new Map(
    month.staffIds.map((id, index) => [id, { working, taken: month.taken[index] as Spans }] as const),
  );
  return { zone, now: fromAt, fromAt, untilAt, open: working, staff, resources: [], bookedOn: () => 0 };
}

/** Returns a search of the whole month for a 30-minute service with any staff member, on a 15-minute grid. */
export function searchOf(month: Month): Search {
  const phases = { initialMinutes: wBerlin.service_minutes, processingMinutes: 0, finishingMinutes: 0 };
  const item = {
    serviceId: "0198f3a0-0000-7000-8000-000000000001",
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    needs: [],
    rules: {
      onlineBookable: true,
      slotStepMinutes: wBerlin.step_minutes,
      minNoticeMinutes: 0,
      maxAdvanceDays: 365,
      maxPerDay: null,
      requiresPatchTest: false,
    },
    any: true,
    candidates: month.staffIds.map((staffId) => ({ staffId, phases })),
  };
  return {
    items: [item],
    fromAt: month.fromAt,
    untilAt: month.untilAt,
    rules: RULES_FOR.teamOffering,
    bookedMinutes: () => 0,
  };
}

/** A busy period: the day, counted from 0 at the start of the workload, and the minutes of that day. */
export interface Busy {
  readonly day: number;
  readonly from: number;
  readonly until: number;
}

/** Returns a staff member's busy periods: eight on each day, with gaps between them, generated as w-berlin.json describes. */
export function busyOf(staff: number): Busy[] {
  const busy: Busy[] = [];
  for (let day = 0; day < wBerlin.days; day++) {
    const random = mulberry32(staff * 1000 + day * 7 + 12_345);
    for (let k = 0; k < 8; k++) {
      const from = OPENS_MINUTE + 75 * k + 5 * Math.floor(6 * random());
      busy.push({ day, from, until: from + 15 + 5 * Math.floor(6 * random()) });
    }
  }
  return busy;
}

const MINUTE = 60_000;

/** Returns the public-domain random number generator mulberry32: 32 bits of state, numbers from 0 (included) to 1 (excluded). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
