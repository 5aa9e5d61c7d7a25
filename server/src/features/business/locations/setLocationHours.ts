import { prepareHours } from "@daybook/engine";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings, lockSubjects } from "../../scheduling/calendar/index.ts";
import { dayNumberOf, keptIntervals, wallIntervalOf } from "./hours.ts";
import { locationRecord } from "./locationRecord.ts";
import { hoursProblems } from "./overlaps.ts";
import type { ChangedLocationHoursRecord, NewLocationHours } from "./schema.ts";
import {
  deleteExceptions,
  deleteHours,
  insertExceptions,
  insertHours,
  listSubjectsAt,
  touchLocation,
} from "./store.ts";
import { listVisitTimesAt } from "./visitStore.ts";
import { visitsOutside } from "./visitsOutside.ts";

/**
 * Sets all hours of a place, weekly and exceptional, in place of what was there. Visits stay; those that lie outside
 * of the new hours are named in `conflicts`. Throws `not_found`, `validation_failed`.
 */
export async function setLocationHours(
  tx: Transaction,
  businessId: string,
  locationId: string,
  wanted: NewLocationHours,
  now: number,
): Promise<ChangedLocationHoursRecord> {
  // A booking by the hours before finishes first and is seen among the visits, or waits and sees these.
  const subjects = await tx.query(listSubjectsAt, [businessId, locationId]);
  await lockSubjects(
    tx,
    businessId,
    subjects.map(({ id }) => id),
  );
  lockSettings(tx, businessId);
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
  const exceptions = wanted.hour_exceptions.map(({ date, intervals }) => ({
    date,
    intervals: keptIntervals(intervals),
  }));
  tx.write(deleteExceptions, [businessId, locationId]);
  tx.write(insertExceptions, [
    businessId,
    locationId,
    exceptions.map(({ date }) => date),
    exceptions.map(({ intervals }) => JSON.stringify(intervals)),
  ]);
  tx.write(touchLocation, [businessId, locationId, new Date(now)]);
  const hoursAt = new Map([[locationId, prepareHours({ weekly, exceptions })]]);
  const [record, taken] = await Promise.all([
    locationRecord(tx, businessId, locationId),
    tx.query(listVisitTimesAt, [businessId, locationId, new Date(now)]),
  ]);
  return { ...record, conflicts: visitsOutside(taken, hoursAt) };
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
