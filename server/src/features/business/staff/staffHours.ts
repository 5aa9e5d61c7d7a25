import { DAY, type Hours, localText, utcText, type WallInterval, zoneNamed } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { businessRecord } from "../businesses/index.ts";
import { openIntervalOf, type Place, placesNamed } from "../locations/index.ts";
import { listExceptions, listTimeOff, listWeekly } from "./hoursStore.ts";
import type { StaffHoursRecord } from "./schema.ts";
import { awaySpans, type Days, instantsOf, shiftsOn } from "./shifts.ts";
import { staffRecord } from "./staffRecord.ts";

/**
 * When a member works (contract §3, "staff member and hours"), with all time off that has not ended at `now`.
 * Throws `not_found`.
 */
export async function staffHours(
  reader: Reader,
  businessId: string,
  staffId: string,
  now: number,
): Promise<StaffHoursRecord> {
  const timetable = await readTimetable(reader, businessId, staffId);
  const timeOff = await reader.query(listTimeOff, [businessId, staffId, new Date(now), null]);
  return { ...hoursRecord(timetable), time_off: timeOff.map(timeOffRecord) };
}

/**
 * The same with the shifts that start on local days, by the clock of each location, and the time off of those days
 * instead. Throws `not_found`.
 */
export async function staffShifts(
  reader: Reader,
  businessId: string,
  staffId: string,
  days: Days,
): Promise<StaffHoursRecord> {
  const timetable = await readTimetable(reader, businessId, staffId);
  const { places, weekly, exceptions } = timetable;
  const zones = places.map(({ zone }) => zone);
  const { fromAt, untilAt } = instantsOf(days, zones.length > 0 ? zones : [timetable.ownZone]);
  // A shift of the last day may run to 48:00, so the time off of one more day counts; it is not of these days, though.
  const timeOff = await reader.query(listTimeOff, [
    businessId,
    staffId,
    new Date(fromAt),
    new Date(untilAt + 2 * DAY),
  ]);
  const hoursAt = new Map<string, Hours>(
    places.map(({ id }) => [
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
    shifts: shiftsOn(days, places, hoursAt, awaySpans(timeOff)).map(({ place, startsAt, endsAt }) => ({
      location_id: place.id,
      starts_at: localText(place.zone, startsAt),
      ends_at: localText(place.zone, endsAt),
    })),
  };
}

interface Timetable {
  readonly staffId: string;
  /** Where the member works, by name. */
  readonly places: readonly Place[];
  readonly ownZone: Place["zone"];
  readonly weekly: readonly (WallInterval & { readonly locationId: string; readonly weekday: number })[];
  readonly exceptions: readonly {
    readonly locationId: string;
    readonly date: string;
    readonly intervals: readonly WallInterval[];
  }[];
}

async function readTimetable(reader: Reader, businessId: string, staffId: string): Promise<Timetable> {
  const member = await staffRecord(reader, businessId, staffId);
  const [business, places, weekly, exceptions] = await Promise.all([
    businessRecord(reader, businessId),
    placesNamed(reader, businessId, member.location_ids),
    reader.query(listWeekly, [businessId, staffId]),
    reader.query(listExceptions, [businessId, staffId]),
  ]);
  const ownZone = zoneNamed(business.time_zone);
  return {
    staffId,
    places,
    ownZone,
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

function hoursRecord({ staffId, places, ownZone, weekly, exceptions }: Timetable) {
  const clocks = new Set(places.map(({ zone }) => zone.name));
  const [shown = ownZone.name] = clocks.size === 1 ? clocks : [];
  return {
    staff_id: staffId,
    time_zone: shown,
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
  };
}

/** Time off belongs to no location, so it is written in UTC (contract §1). */
export function timeOffRecord(row: { id: string; starts_at: number; ends_at: number; label: string | null }) {
  const { id, label } = row;
  return { id, starts_at: utcText(row.starts_at), ends_at: utcText(row.ends_at), label };
}
