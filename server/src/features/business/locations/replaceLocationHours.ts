import { prepareHours } from "@daybook/engine";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSubjects } from "../../scheduling/calendar/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import {
  conflictsOutsideHours,
  dayNumberOf,
  hoursProblems,
  storedIntervals,
  wallIntervalOf,
} from "../opening-hours/index.ts";
import { listAppointmentTimesAt } from "./appointmentStore.ts";
import { locationRecord } from "./locationRecord.ts";
import type { LocationHoursInput, LocationHoursWithConflicts } from "./schema.ts";
import {
  deleteExceptions,
  deleteHours,
  insertExceptions,
  insertHours,
  listSubjectsAt,
  touchLocation,
} from "./store.ts";

/**
 * Replaces all opening hours of a location, weekly ones and exceptions. Appointments stay; those outside of the new
 * hours are returned in `conflicts`. Throws `not_found`, `validation_failed`.
 */
export async function replaceLocationHours(
  tx: Transaction,
  businessId: string,
  locationId: string,
  wanted: LocationHoursInput,
  now: number,
): Promise<LocationHoursWithConflicts> {
  // A concurrent booking either commits first and is checked for a conflict below, or waits and sees the new hours.
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
    intervals: storedIntervals(intervals),
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
    tx.query(listAppointmentTimesAt, [businessId, locationId, new Date(now)]),
  ]);
  return { ...record, conflicts: conflictsOutsideHours(taken, hoursAt) };
}

function problemsOf({ hours, hour_exceptions }: LocationHoursInput): FieldProblem[] {
  return hoursProblems(
    hours.map((entry, index) => ({
      path: `/hours/${index}`,
      locationId: "",
      weekday: entry.weekday,
      ...wallIntervalOf(entry),
    })),
    hour_exceptions.map(({ date, intervals }, index) => ({
      path: `/hour_exceptions/${index}`,
      locationId: "",
      day: dayNumberOf(date),
      intervals: intervals.map((interval, at) => ({
        path: `/hour_exceptions/${index}/intervals/${at}`,
        ...wallIntervalOf(interval),
      })),
    })),
  );
}
