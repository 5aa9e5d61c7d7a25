import { addMonthsClamped, dateOf, dayOf, startOfDay, type Zone, zoneNamed } from "@daybook/engine";
import { invalid } from "../../../kernel/errors.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";

/** The maximum number of days of a report: two years, one of them a leap year, and one more day. */
const MAX_DAYS = 732;

/** The period of a report. The first and last local day are day numbers, both inclusive. `fromAt` is inclusive, `untilAt` exclusive. */
export interface Period {
  readonly zone: Zone;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly fromAt: number;
  readonly untilAt: number;
}

export interface ReportQuery {
  readonly location_id?: string;
  readonly from: string;
  readonly to: string;
  readonly compare?: "period" | "year";
}

/**
 * Returns the period of a report request, in the time zone of the requested location or, without a location, of the business. Throws
 * `validation_failed` for an unknown location and for an invalid period.
 */
export function periodOf(
  { locations }: SchedulingSnapshot,
  businessZone: string,
  { location_id, from, to }: ReportQuery,
): Period {
  const location = location_id === undefined ? undefined : locations.get(location_id.toLowerCase());
  if (location_id !== undefined && location === undefined)
    throw invalid({ path: "/location_id", message: "is not a location of this business" });
  const [firstDay, lastDay] = [dayOf(from), dayOf(to)];
  if (firstDay === undefined)
    throw invalid({ path: "/from", message: "must be a valid date in the format YYYY-MM-DD" });
  if (lastDay === undefined)
    throw invalid({ path: "/to", message: "must be a valid date in the format YYYY-MM-DD" });
  if (lastDay < firstDay) throw invalid({ path: "/to", message: "must not be before `from`" });
  if (lastDay - firstDay >= MAX_DAYS)
    throw invalid({ path: "/to", message: `must be at most ${MAX_DAYS - 1} days after \`from\`` });
  return periodBetween(location?.zone ?? zoneNamed(businessZone), firstDay, lastDay);
}

/** Returns the period to compare with: the preceding period of the same length, or the same dates a year earlier. */
export function comparedPeriod({ zone, firstDay, lastDay }: Period, compare: "period" | "year"): Period {
  if (compare === "period") return periodBetween(zone, firstDay - (lastDay - firstDay + 1), firstDay - 1);
  return periodBetween(zone, addMonthsClamped(firstDay, -12), addMonthsClamped(lastDay, -12));
}

/**
 * Returns the first instant of each day of a period. SQL statements group by these instants, so that PostgreSQL needs no time-zone data.
 */
export function dayStarts({ zone, firstDay, lastDay }: Period): number[] {
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => startOfDay(zone, firstDay + index));
}

export function datesOf({ firstDay, lastDay }: Period): string[] {
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => dateOf(firstDay + index));
}

function periodBetween(zone: Zone, firstDay: number, lastDay: number): Period {
  const [fromAt, untilAt] = [startOfDay(zone, firstDay), startOfDay(zone, lastDay + 1)];
  return { zone, firstDay, lastDay, fromAt, untilAt };
}
