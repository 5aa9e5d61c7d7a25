import { type PreparedHours, prepareHours } from "@daybook/engine";
import { ApiError, type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSubjects } from "../../scheduling/calendar/index.ts";
import { findLocationSchedules, type LocationSchedule } from "../locations/index.ts";
import {
  conflictsOutsideHours,
  dayNumberOf,
  type ExceptionEntry,
  hoursProblems,
  storedIntervals,
  type WeeklyEntry,
  wallIntervalOf,
} from "../opening-hours/index.ts";
import {
  deleteExceptionsElsewhere,
  deleteHoursElsewhere,
  findHoursVersion,
  insertStaffExceptions,
  insertStaffHours,
  raiseHoursVersion,
} from "./hoursStore.ts";
import type { StaffHoursInput, StaffHoursWithConflicts } from "./schema.ts";
import { staffHours } from "./staffHours.ts";
import { staffMemberRecord } from "./staffMemberRecord.ts";

/**
 * Replaces all working hours of a staff member, both weekly hours and exceptions. Working hours may exceed the opening hours of
 * the location, because shifts are the intersection of both. Appointments remain unchanged; appointments outside the new hours
 * are returned in `conflicts`. Throws `not_found` for an unknown staff member, `version_mismatch` if the hours have another
 * version, and `validation_failed` for invalid hours, for example hours at a location at which the staff member does not work,
 * or overlapping hours at two locations in one time zone.
 */
export async function replaceStaffHours(
  tx: Transaction,
  businessId: string,
  staffId: string,
  wanted: StaffHoursInput,
  now: number,
  ifMatch: IfMatch = null,
): Promise<StaffHoursWithConflicts> {
  // A concurrent booking either has committed and is checked for a conflict below, or waits for the lock and then reads the new
  // hours.
  await lockSubjects(tx, businessId, [staffId]);
  const member = await staffMemberRecord(tx, businessId, staffId);
  const [current] = await tx.query(findHoursVersion, { businessId, staffId });
  const version = current?.hours_version ?? 1;
  if (isStale(ifMatch, version))
    throw new ApiError(
      "version_mismatch",
      `The working hours have changed since you read them. Read them again: the current version is ${version}.`,
      {
        version,
      },
    );
  const locations = await findLocationSchedules(tx, businessId, member.location_ids);
  refuseIf(problemsOf(wanted, locations));

  const parent = { business_id: businessId, staff_id: staffId };
  const all = { businessId, staffId, locationIds: [] };
  tx.write(deleteHoursElsewhere, all);
  tx.write(insertStaffHours, {
    rows: wanted.weekly.map(({ location_id, weekday, ...interval }) => {
      const { startsMinute, endsMinute } = wallIntervalOf(interval);
      return { ...parent, location_id, weekday, starts_minute: startsMinute, ends_minute: endsMinute };
    }),
  });
  tx.write(deleteExceptionsElsewhere, all);
  tx.write(insertStaffExceptions, {
    rows: wanted.exceptions.map(({ intervals, ...exception }) => ({
      ...parent,
      ...exception,
      intervals: storedIntervals(intervals),
    })),
  });
  tx.write(raiseHoursVersion, { businessId, staffId });
  const hoursAt = hoursByLocation(wanted, locations);
  return {
    ...(await staffHours(tx, businessId, staffId, now)),
    conflicts: await conflictsOutsideHours(tx, businessId, { staffId }, now, hoursAt),
  };
}

function hoursByLocation(
  { weekly, exceptions }: StaffHoursInput,
  locations: readonly LocationSchedule[],
): ReadonlyMap<string, PreparedHours> {
  const at = <Entry extends { location_id: string }>(entries: readonly Entry[], locationId: string) =>
    entries.filter(({ location_id }) => location_id.toLowerCase() === locationId);
  return new Map(
    locations.map(({ id }) => [
      id,
      prepareHours({
        weekly: at(weekly, id).map((entry) => ({ weekday: entry.weekday, ...wallIntervalOf(entry) })),
        exceptions: at(exceptions, id).map(({ date, intervals }) => ({
          date,
          intervals: storedIntervals(intervals),
        })),
      }),
    ]),
  );
}

function problemsOf(
  { weekly, exceptions }: StaffHoursInput,
  locations: readonly LocationSchedule[],
): FieldProblem[] {
  const entries: WeeklyEntry[] = weekly.map((entry, index) => ({
    path: `/weekly/${index}`,
    locationId: entry.location_id.toLowerCase(),
    weekday: entry.weekday,
    ...wallIntervalOf(entry),
  }));
  const dates: ExceptionEntry[] = exceptions.map(({ date, location_id, intervals }, index) => ({
    path: `/exceptions/${index}`,
    locationId: location_id.toLowerCase(),
    day: dayNumberOf(date),
    intervals: intervals.map((interval, at) => ({
      path: `/exceptions/${index}/intervals/${at}`,
      ...wallIntervalOf(interval),
    })),
  }));
  const known = new Set(locations.map(({ id }) => id));
  const unknown = [...entries, ...dates]
    .filter(({ locationId }) => !known.has(locationId))
    .map(({ path }) => ({
      path: `${path}/location_id`,
      message: "is not a location at which the staff member works",
    }));
  // The offset between two time zones can change during the year, so only hours in the same zone are compared.
  const byZone = Map.groupBy(locations, ({ zone }) => zone.name);
  return [
    ...unknown,
    ...[...byZone.values()].flatMap((inZone) => {
      const ids = new Set(inZone.map(({ id }) => id));
      return hoursProblems(
        entries.filter(({ locationId }) => ids.has(locationId)),
        dates.filter(({ locationId }) => ids.has(locationId)),
      );
    }),
  ];
}
