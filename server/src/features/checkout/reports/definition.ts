import type { Reader } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import type { ReportColumn, Values } from "./columns.ts";
import { datesOf, dayStarts, type Period } from "./period.ts";

/** A report: its columns, and the function that computes its rows. */
export interface ReportDefinition {
  /** The name of the report in the path. */
  readonly name: string;
  /** The name of the report in texts, before the word "report". */
  readonly label: string;
  readonly description: string;
  readonly columns: readonly ReportColumn[];
  readonly rowsOf: (reading: Reading) => Promise<{
    readonly rows: readonly Values[];
    /** The totals of columns whose total is not the sum of the rows. */
    readonly totals?: Values;
  }>;
}

export interface Reading {
  readonly reader: Reader;
  readonly snapshot: SchedulingSnapshot;
  readonly locationId: string | null;
  readonly period: Period;
}

export function paramsOf({ snapshot, locationId, period }: Reading) {
  return { businessId: snapshot.businessId, locationId, fromAt: period.fromAt, untilAt: period.untilAt };
}

export function dayParamsOf(reading: Reading) {
  return { ...paramsOf(reading), dayStarts: dayStarts(reading.period) };
}

/** Returns a row for each date of the period: the values of the day, or `none` for a day without values. Day 1 is the first day. */
export function dayRows(
  { period }: Reading,
  none: Values,
  found: readonly ({ readonly day: number } & Values)[],
): Values[] {
  const rows = datesOf(period).map((date) => ({ date, ...none }));
  for (const { day, ...values } of found) Object.assign(rows[day - 1] ?? {}, values);
  return rows;
}
