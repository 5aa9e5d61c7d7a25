import { type FieldProblem, refuseIf } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { setupChanged } from "../calendar/index.ts";
import { dayNumberOf, keptIntervals, wallIntervalOf } from "./hours.ts";
import { locationRecord } from "./locationRecord.ts";
import { hoursProblems } from "./overlaps.ts";
import type { LocationRecord, NewLocationHours } from "./schema.ts";
import { deleteExceptions, deleteHours, insertExceptions, insertHours, touchLocation } from "./store.ts";

/** Sets all hours of a place, weekly and exceptional, in place of what was there. Throws `not_found`, `validation_failed`. */
export async function setLocationHours(
  tx: Transaction,
  businessId: string,
  locationId: string,
  wanted: NewLocationHours,
  now: number,
): Promise<LocationRecord> {
  setupChanged(tx, businessId);
  await locationRecord(tx, businessId, locationId);
  refuseIf(problemsOf(wanted));

  const weekly = wanted.hours.map((entry) => ({ weekday: entry.weekday, ...wallIntervalOf(entry) }));
  tx.write(deleteHours, [businessId, locationId]);
  tx.write(insertHours, [
    businessId,
    locationId,
    weekly.map(({ weekday }) => weekday),
    weekly.map(({ startsMinute }) => startsMinute),
    weekly.map(({ endsMinute }) => endsMinute),
  ]);
  tx.write(deleteExceptions, [businessId, locationId]);
  tx.write(insertExceptions, [
    businessId,
    locationId,
    wanted.hour_exceptions.map(({ date }) => date),
    wanted.hour_exceptions.map(({ intervals }) => JSON.stringify(keptIntervals(intervals))),
  ]);
  tx.write(touchLocation, [businessId, locationId, new Date(now)]);
  return locationRecord(tx, businessId, locationId);
}

function problemsOf({ hours, hour_exceptions }: NewLocationHours): FieldProblem[] {
  return hoursProblems(
    hours.map((entry, index) => ({
      path: `/hours/${index}`,
      place: "",
      weekday: entry.weekday,
      ...wallIntervalOf(entry),
    })),
    hour_exceptions.map(({ date, intervals }, index) => ({
      path: `/hour_exceptions/${index}`,
      place: "",
      day: dayNumberOf(date),
      intervals: intervals.map((interval, at) => ({
        path: `/hour_exceptions/${index}/intervals/${at}`,
        ...wallIntervalOf(interval),
      })),
    })),
  );
}
