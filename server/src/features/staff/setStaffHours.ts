import { type FieldProblem, refuseIf } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { setupChanged } from "../calendar/index.ts";
import {
  dayNumberOf,
  type ExceptionEntry,
  hoursProblems,
  keptIntervals,
  type Place,
  placesNamed,
  type WeeklyEntry,
  wallIntervalOf,
} from "../locations/index.ts";
import {
  deleteExceptionsElsewhere,
  deleteHoursElsewhere,
  insertStaffExceptions,
  insertStaffHours,
} from "./hoursStore.ts";
import type { NewStaffHours, StaffHoursRecord } from "./schema.ts";
import { staffHours } from "./staffHours.ts";
import { staffRecord } from "./staffRecord.ts";

/**
 * Sets all hours of a member, weekly and exceptional, in place of what was there. They may reach beyond the hours
 * of the place: only what both share is worked. Throws `not_found`, and `validation_failed` for a location that is
 * not one of theirs and for hours that overlap, also at two locations.
 */
export async function setStaffHours(
  tx: Transaction,
  businessId: string,
  staffId: string,
  wanted: NewStaffHours,
  now: number,
): Promise<StaffHoursRecord> {
  setupChanged(tx, businessId);
  const member = await staffRecord(tx, businessId, staffId);
  const places = await placesNamed(tx, businessId, member.location_ids);
  refuseIf(problemsOf(wanted, places));

  const nowhere: string[] = [];
  const weekly = wanted.weekly.map((entry) => ({ ...entry, ...wallIntervalOf(entry) }));
  tx.write(deleteHoursElsewhere, [businessId, staffId, nowhere]);
  tx.write(insertStaffHours, [
    businessId,
    staffId,
    weekly.map(({ location_id }) => location_id),
    weekly.map(({ weekday }) => weekday),
    weekly.map(({ startsMinute }) => startsMinute),
    weekly.map(({ endsMinute }) => endsMinute),
  ]);
  tx.write(deleteExceptionsElsewhere, [businessId, staffId, nowhere]);
  tx.write(insertStaffExceptions, [
    businessId,
    staffId,
    wanted.exceptions.map(({ location_id }) => location_id),
    wanted.exceptions.map(({ date }) => date),
    wanted.exceptions.map(({ intervals }) => JSON.stringify(keptIntervals(intervals))),
  ]);
  return staffHours(tx, businessId, staffId, now);
}

function problemsOf({ weekly, exceptions }: NewStaffHours, places: readonly Place[]): FieldProblem[] {
  const entries: WeeklyEntry[] = weekly.map((entry, index) => ({
    path: `/weekly/${index}`,
    place: entry.location_id.toLowerCase(),
    weekday: entry.weekday,
    ...wallIntervalOf(entry),
  }));
  const dates: ExceptionEntry[] = exceptions.map(({ date, location_id, intervals }, index) => ({
    path: `/exceptions/${index}`,
    place: location_id.toLowerCase(),
    day: dayNumberOf(date),
    intervals: intervals.map((interval, at) => ({
      path: `/exceptions/${index}/intervals/${at}`,
      ...wallIntervalOf(interval),
    })),
  }));
  const known = new Set(places.map(({ id }) => id));
  const strange = [...entries, ...dates]
    .filter(({ place }) => !known.has(place))
    .map(({ path }) => ({
      path: `${path}/location_id`,
      message: "is not a location where the member works",
    }));
  // Two clocks drift apart and together over the year: only hours by the same clock can be compared.
  const clocks = Map.groupBy(places, ({ zone }) => zone.name);
  return [
    ...strange,
    ...[...clocks.values()].flatMap((agreeing) => {
      const ids = new Set(agreeing.map(({ id }) => id));
      return hoursProblems(
        entries.filter(({ place }) => ids.has(place)),
        dates.filter(({ place }) => ids.has(place)),
      );
    }),
  ];
}
