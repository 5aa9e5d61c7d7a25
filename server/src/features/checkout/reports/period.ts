import { addMonthsClamped, dateOf, dayOf, startOfDay, type Zone, zoneNamed } from "@daybook/engine";
import { invalid } from "../../../kernel/errors.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";

/** Two years, so that a year can be compared in one chart. */
const MAX_DAYS = 732;

/** Local days of a report, both included, as day numbers and as instants. */
export interface Period {
  readonly zone: Zone;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly fromAt: number;
  readonly untilAt: number;
}

/** The location and period of a report. */
export interface ReportQuery {
  readonly location_id?: string;
  readonly from: string;
  readonly to: string;
  readonly compare?: "period" | "year";
}

/** The period of a query, in the zone of its location, else of the business. Throws `validation_failed`. */
export function periodOf(
  { locations }: SchedulingSnapshot,
  businessZone: string,
  { location_id, from, to }: ReportQuery,
): Period {
  const location = location_id === undefined ? undefined : locations.get(location_id.toLowerCase());
  if (location_id !== undefined && location === undefined)
    throw invalid({ path: "/location_id", message: "is not a location of this business" });
  const [firstDay, lastDay] = [dayOf(from), dayOf(to)];
  if (firstDay === undefined) throw invalid({ path: "/from", message: "must be a date" });
  if (lastDay === undefined) throw invalid({ path: "/to", message: "must be a date" });
  if (lastDay < firstDay) throw invalid({ path: "/to", message: "must not be before from" });
  if (lastDay - firstDay >= MAX_DAYS)
    throw invalid({ path: "/to", message: `must be at most ${MAX_DAYS - 1} days after from` });
  return periodBetween(location?.zone ?? zoneNamed(businessZone), firstDay, lastDay);
}

/** The preceding period of the same length, or the same dates a year earlier. */
export function comparedPeriod({ zone, firstDay, lastDay }: Period, compare: "period" | "year"): Period {
  if (compare === "period") return periodBetween(zone, firstDay - (lastDay - firstDay + 1), firstDay - 1);
  return periodBetween(zone, addMonthsClamped(firstDay, -12), addMonthsClamped(lastDay, -12));
}

/** The first instants of the days of a period: the database groups instants by them and needs no time zones. */
export function dayStarts({ zone, firstDay, lastDay }: Period): number[] {
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => startOfDay(zone, firstDay + index));
}

/** The dates of a period. */
export function datesOf({ firstDay, lastDay }: Period): string[] {
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => dateOf(firstDay + index));
}

function periodBetween(zone: Zone, firstDay: number, lastDay: number): Period {
  const [fromAt, untilAt] = [startOfDay(zone, firstDay), startOfDay(zone, lastDay + 1)];
  return { zone, firstDay, lastDay, fromAt, untilAt };
}
