import { type PreparedHours, prepareHours } from "@daybook/engine";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings, lockSubjects } from "../../scheduling/calendar/index.ts";
import {
  dayNumberOf,
  type ExceptionEntry,
  hoursProblems,
  keptIntervals,
  type Place,
  placesNamed,
  visitsOutside,
  type WeeklyEntry,
  wallIntervalOf,
} from "../locations/index.ts";
import {
  deleteExceptionsElsewhere,
  deleteHoursElsewhere,
  insertStaffExceptions,
  insertStaffHours,
  listVisitTimesOf,
} from "./hoursStore.ts";
import type { ChangedStaffHoursRecord, NewStaffHours } from "./schema.ts";
import { staffHours } from "./staffHours.ts";
import { staffRecord } from "./staffRecord.ts";

/**
 * Sets all hours of a member, weekly and exceptional, in place of what was there. They may reach beyond the hours
 * of the place: only what both share is worked. Visits stay; those outside of the new hours are named in `conflicts`.
 * Throws `not_found`, and `validation_failed` for a location that is
 * not one of theirs and for hours that overlap, also at two locations.
 */
export async function setStaffHours(
  tx: Transaction,
  businessId: string,
  staffId: string,
  wanted: NewStaffHours,
  now: number,
): Promise<ChangedStaffHoursRecord> {
  // A booking by the hours before finishes first and is seen among the visits, or waits and sees these.
  await lockSubjects(tx, businessId, [staffId]);
  lockSettings(tx, businessId);
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
  const [hours, taken] = await Promise.all([
    staffHours(tx, businessId, staffId, now),
    tx.query(listVisitTimesOf, [businessId, staffId, new Date(now)]),
  ]);
  return { ...hours, conflicts: visitsOutside(taken, hoursByPlace(wanted, places)) };
}

function hoursByPlace(
  { weekly, exceptions }: NewStaffHours,
  places: readonly Place[],
): ReadonlyMap<string, PreparedHours> {
  const at = <Entry extends { location_id: string }>(entries: readonly Entry[], placeId: string) =>
    entries.filter(({ location_id }) => location_id.toLowerCase() === placeId);
  return new Map(
    places.map(({ id }) => [
      id,
      prepareHours({
        weekly: at(weekly, id).map((entry) => ({ weekday: entry.weekday, ...wallIntervalOf(entry) })),
        exceptions: at(exceptions, id).map(({ date, intervals }) => ({
          date,
          intervals: keptIntervals(intervals),
        })),
      }),
    ]),
  );
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
