import { DAY, type Hours, localText, utcText, type WallInterval, zoneNamed } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { businessRecord } from "../businesses/index.ts";
import { findLocationSchedules, type LocationSchedule } from "../locations/index.ts";
import { openIntervalOf } from "../opening-hours/index.ts";
import { findHoursVersion, listExceptions, listTimeOff, listWeekly } from "./hoursStore.ts";
import type { StaffHoursRecord } from "./schema.ts";
import { type Days, instantsOf, shiftsOn, timeOffSpans } from "./shifts.ts";
import { staffMemberRecord } from "./staffMemberRecord.ts";

/**
 * Reads the working hours of a staff member (contract §3, "staff member and hours") with all time off that has not ended at `now`. Throws
 * `not_found` for an unknown staff member.
 */
export async function staffHours(
  reader: Reader,
  businessId: string,
  staffId: string,
  now: number,
): Promise<StaffHoursRecord> {
  const timetable = await readTimetable(reader, businessId, staffId);
  const timeOff = await reader.query(listTimeOff, { businessId, staffId, fromAt: now, untilAt: null });
  return { ...hoursRecord(timetable), time_off: timeOff.map(timeOffRecord) };
}

/**
 * Reads the working hours with the shifts that start on the given local days, in the time zone of each location, and only with the time off
 * on these days. Throws `not_found` for an unknown staff member.
 */
export async function staffShifts(
  reader: Reader,
  businessId: string,
  staffId: string,
  days: Days,
): Promise<StaffHoursRecord> {
  const timetable = await readTimetable(reader, businessId, staffId);
  const { locations, weekly, exceptions } = timetable;
  const zones = locations.map(({ zone }) => zone);
  const { fromAt, untilAt } = instantsOf(days, zones.length > 0 ? zones : [timetable.businessZone]);
  // A shift of the last day may end at 48:00. Time off after the last day is therefore subtracted, but not returned.
  const timeOff = await reader.query(listTimeOff, {
    businessId,
    staffId,
    fromAt,
    untilAt: untilAt + 2 * DAY,
  });
  const hoursAt = new Map<string, Hours>(
    locations.map(({ id }) => [
      id,
      {
        weekly: weekly.filter(({ locationId }) => locationId === id),
        exceptions: exceptions.filter(({ locationId }) => locationId === id),
      },
    ]),
  );
  return {
    ...hoursRecord(timetable),
    time_off: timeOff.filter(({ starts_at }) => starts_at < untilAt).map(timeOffRecord),
    shifts: shiftsOn(days, locations, hoursAt, timeOffSpans(timeOff)).map(
      ({ location, startsAt, endsAt }) => ({
        location_id: location.id,
        starts_at: localText(location.zone, startsAt),
        ends_at: localText(location.zone, endsAt),
      }),
    ),
  };
}

interface StaffTimetable {
  readonly staffId: string;
  readonly version: number;
  /** The locations at which the staff member works, by name. */
  readonly locations: readonly LocationSchedule[];
  readonly businessZone: LocationSchedule["zone"];
  readonly weekly: readonly (WallInterval & { readonly locationId: string; readonly weekday: number })[];
  readonly exceptions: readonly {
    readonly locationId: string;
    readonly date: string;
    readonly intervals: readonly WallInterval[];
  }[];
}

async function readTimetable(reader: Reader, businessId: string, staffId: string): Promise<StaffTimetable> {
  const staffMember = await staffMemberRecord(reader, businessId, staffId);
  const [[current], business, locations, weekly, exceptions] = await Promise.all([
    reader.query(findHoursVersion, { businessId, staffId }),
    businessRecord(reader, businessId),
    findLocationSchedules(reader, businessId, staffMember.location_ids),
    reader.query(listWeekly, { businessId, staffId }),
    reader.query(listExceptions, { businessId, staffId }),
  ]);
  const businessZone = zoneNamed(business.time_zone);
  return {
    staffId,
    version: current?.hours_version ?? 1,
    locations,
    businessZone,
    weekly: weekly.map((row) => ({
      locationId: row.location_id,
      weekday: row.weekday,
      startsMinute: row.starts_minute,
      endsMinute: row.ends_minute,
    })),
    exceptions: exceptions.map((row) => ({
      locationId: row.location_id,
      date: row.date,
      intervals: row.intervals,
    })),
  };
}

function hoursRecord({ staffId, version, locations, businessZone, weekly, exceptions }: StaffTimetable) {
  const zoneNames = new Set(locations.map(({ zone }) => zone.name));
  const [timeZone = businessZone.name] = zoneNames.size === 1 ? zoneNames : [];
  return {
    staff_id: staffId,
    time_zone: timeZone,
    weekly: weekly.map((entry) => ({
      location_id: entry.locationId,
      weekday: entry.weekday,
      ...openIntervalOf(entry),
    })),
    exceptions: exceptions.map(({ locationId, date, intervals }) => ({
      date,
      location_id: locationId,
      intervals: intervals.map(openIntervalOf),
    })),
    version,
  };
}

/** Converts time off to the API record. Time off belongs to no location, so its instants are in UTC (contract §1). */
export function timeOffRecord(row: {
  readonly id: string;
  readonly starts_at: number;
  readonly ends_at: number;
  readonly label: string | null;
  readonly version: number;
}) {
  const { id, label, version } = row;
  return { id, starts_at: utcText(row.starts_at), ends_at: utcText(row.ends_at), label, version };
}
