import { prepareHours } from "@daybook/engine";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
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
import { locationRecord, locationVersionMismatch } from "./locationRecord.ts";
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
 * Replaces all opening hours of a location, both weekly hours and exceptions. Appointments remain unchanged; appointments outside the new
 * hours are returned in `conflicts`. Throws `not_found` for an unknown location, `version_mismatch` if the location has another version,
 * and `validation_failed` for invalid hours.
 */
export async function replaceLocationHours(
  tx: Transaction,
  businessId: string,
  locationId: string,
  wanted: LocationHoursInput,
  now: number,
  ifMatch: IfMatch = null,
): Promise<LocationHoursWithConflicts> {
  // A concurrent booking either has committed and is checked for a conflict below, or waits for the lock and then reads the new hours.
  const subjects = await tx.query(listSubjectsAt, { businessId, locationId });
  await lockSubjects(
    tx,
    businessId,
    subjects.map(({ id }) => id),
  );
  lockSettings(tx, businessId);
  const before = await locationRecord(tx, businessId, locationId);
  if (isStale(ifMatch, before.version)) throw locationVersionMismatch(before.version);
  refuseIf(problemsOf(wanted));

  const parent = { business_id: businessId, location_id: locationId };
  const weekly = wanted.hours.map((entry) => ({ weekday: entry.weekday, ...wallIntervalOf(entry) }));
  const exceptions = wanted.hour_exceptions.map(({ date, intervals }) => ({
    date,
    intervals: storedIntervals(intervals),
  }));
  tx.write(deleteHours, parent);
  tx.write(insertHours, {
    rows: weekly.map(({ weekday, startsMinute, endsMinute }) => ({
      ...parent,
      weekday,
      starts_minute: startsMinute,
      ends_minute: endsMinute,
    })),
  });
  tx.write(deleteExceptions, parent);
  tx.write(insertExceptions, { rows: exceptions.map((exception) => ({ ...parent, ...exception })) });
  tx.write(touchLocation, { business_id: businessId, id: locationId, updated_at: now });
  const hoursAt = new Map([[locationId, prepareHours({ weekly, exceptions })]]);
  return {
    ...(await locationRecord(tx, businessId, locationId)),
    conflicts: await conflictsOutsideHours(tx, businessId, { locationId }, now, hoursAt),
  };
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
