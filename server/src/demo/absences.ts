import { instantOf, localText, MINUTE, type Spans, spansOf, weekdayOf } from "@daybook/engine";
import { createTimeOff } from "../features/business/staff/index.ts";
import { createBlocks } from "../features/scheduling/blocks/index.ts";
import type { SchedulingSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { named } from "./named.ts";
import type { PlaceKey } from "./places.ts";
import type { DemoSalon } from "./salon.ts";
import type { StaffKey } from "./team.ts";

/** Time that is blocked again and again, from the demo's first day to its last; minutes since local midnight. */
interface Routine {
  readonly who: StaffKey;
  readonly at: PlaceKey;
  readonly weekdays: readonly number[];
  readonly everyDays: 7 | 14;
  readonly startsMinute: number;
  readonly minutes: number;
  readonly label: string;
}

interface Away {
  readonly who: StaffKey;
  /** Days from today. */
  readonly fromDay: number;
  readonly days: number;
  readonly label: string;
}

const ROUTINES: readonly Routine[] = [
  routine("zoe", "lindenhof", [2, 3, 4, 5], 13 * 60, 45, "Lunch"),
  routine("soren", "lindenhof", [1, 2, 3], 13 * 60, 30, "Lunch"),
  routine("juergen", "bahnhof", [1, 3, 4, 5], 14 * 60, 30, "Lunch"),
  routine("mateusz", "bahnhof", [2, 3, 4, 5, 6], 16 * 60 + 30, 30, "Break"),
  routine("ines", "lindenhof", [1, 2, 3, 4], 12 * 60 + 30, 30, "Lunch"),
  { ...routine("aylin", "lindenhof", [3], 11 * 60, 90, "Colour training"), everyDays: 14 },
];

const TIMES_AWAY: readonly Away[] = [
  { who: "chloe", fromDay: -38, days: 7, label: "Holiday" },
  { who: "juergen", fromDay: -11, days: 2, label: "Ill" },
  { who: "soren", fromDay: 6, days: 2, label: "Trade fair in Düsseldorf" },
  { who: "ines", fromDay: 13, days: 7, label: "Holiday" },
];

/** Days of visits before and after today. */
export const PAST_DAYS = 61;
export const COMING_DAYS = 30;

/** Blocks the routines, the painter in the treatment room, and the time off, as they were entered when the salon came. */
export async function enterAbsences(
  tx: Transaction,
  setup: SchedulingSnapshot,
  salon: DemoSalon,
  now: number,
): Promise<void> {
  const { zone, today, businessId } = salon;
  for (const routine of ROUTINES) {
    for (const firstDay of firstDaysOf(routine, today)) {
      const startsAt = instantOf(zone, firstDay, routine.startsMinute);
      const wish = {
        location_id: named(salon.placeIds, routine.at),
        staff_id: named(salon.staffIds, routine.who),
        starts_at: localText(zone, startsAt),
        ends_at: localText(zone, startsAt + routine.minutes * MINUTE),
        label: routine.label,
        every_days: routine.everyDays,
        occurrences: occurrencesOf(routine, firstDay, today),
      };
      await createBlocks(tx, setup, wish, now);
    }
  }
  const painter = {
    location_id: named(salon.placeIds, "lindenhof"),
    resource_id: named(salon.resourceIds, "lindenhof/Treatment room"),
    starts_at: localText(zone, instantOf(zone, today + 9, 9 * 60)),
    ends_at: localText(zone, instantOf(zone, today + 9, 13 * 60)),
    label: "Painter",
  };
  await createBlocks(tx, setup, painter, now);
  for (const { who, fromDay, days, label } of TIMES_AWAY) {
    const starts_at = localText(zone, instantOf(zone, today + fromDay, 0));
    const ends_at = localText(zone, instantOf(zone, today + fromDay + days, 0));
    await createTimeOff(tx, businessId, named(salon.staffIds, who), { starts_at, ends_at, label }, now);
  }
}

/** When a member takes no visits although they are on shift. */
export function absentSpans({ zone, today }: DemoSalon, who: StaffKey): Spans {
  const blocked = ROUTINES.filter((routine) => routine.who === who).flatMap((routine) =>
    firstDaysOf(routine, today).flatMap((firstDay) =>
      Array.from({ length: occurrencesOf(routine, firstDay, today) }, (_, index) => {
        const startsAt = instantOf(zone, firstDay + index * routine.everyDays, routine.startsMinute);
        return [startsAt, startsAt + routine.minutes * MINUTE] as const;
      }),
    ),
  );
  const away = TIMES_AWAY.filter((time) => time.who === who).map(
    ({ fromDay, days }) =>
      [instantOf(zone, today + fromDay, 0), instantOf(zone, today + fromDay + days, 0)] as const,
  );
  return spansOf([...blocked, ...away]);
}

function routine(
  who: StaffKey,
  at: PlaceKey,
  weekdays: readonly number[],
  startsMinute: number,
  minutes: number,
  label: string,
): Routine {
  return { who, at, weekdays, everyDays: 7, startsMinute, minutes, label };
}

/** The first day of each of its weekdays, in the demo's first week. */
function firstDaysOf({ weekdays }: Routine, today: number): number[] {
  const start = today - PAST_DAYS;
  return weekdays.map((weekday) => start + ((weekday - weekdayOf(start) + 7) % 7));
}

function occurrencesOf({ everyDays }: Routine, firstDay: number, today: number): number {
  return Math.floor((today + COMING_DAYS - firstDay) / everyDays) + 1;
}
