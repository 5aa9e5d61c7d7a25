import { zoneNamed } from "@daybook/engine";
import type { Appointment, Block, Location, StaffMember } from "@daybook/sdk";
import { entriesOf, type PlacedEntry } from "./entries.ts";
import type { Shifts } from "./queries.ts";
import { type LocalDay, localDay, minutesInto, plusDays } from "./times.ts";

interface Interval {
  readonly startsMinutes: number;
  readonly endsMinutes: number;
}

/** A resource of a location: a room, chair or device. */
export type Room = Location["resources"][number];

/** A column: one staff member or one room on one day. */
export interface Column {
  readonly key: string;
  readonly day: LocalDay;
  /** The name of the staff member or room. */
  readonly name: string;
  /** Undefined in the column of a room. */
  readonly staff: StaffMember | undefined;
  readonly room: Room | undefined;
  readonly entries: readonly PlacedEntry[];
  /** The shaded times: outside the staff member's shifts or, in the column of a room, outside the opening hours. */
  readonly offHours: readonly Interval[];
  readonly timeOff: readonly (Interval & { readonly label: string | null })[];
}

export interface CalendarData {
  readonly appointments: readonly Appointment[];
  readonly blocks: readonly Block[];
  readonly shifts: Shifts | undefined;
}

/** Returns one column per staff member for one date. */
export function dayColumns(
  date: string,
  staff: readonly StaffMember[],
  timeZone: string,
  data: CalendarData,
): Column[] {
  const day = localDay(zoneNamed(timeZone), date);
  return staff.map((member) => columnOf(day, member, data));
}

/**
 * Returns the columns of the staff members who work or have entries on the day. If there are none, returns all columns. Columns without
 * shifts and entries would only make the other columns narrower.
 */
export function workingColumns(columns: readonly Column[]): readonly Column[] {
  const working = columns.filter(({ day, entries, offHours }) => {
    const offMinutes = offHours.reduce((sum, each) => sum + each.endsMinutes - each.startsMinutes, 0);
    return offMinutes < day.minutes || entries.length > 0;
  });
  return working.length > 0 ? working : columns;
}

/** Returns one column per date for seven dates of one staff member. */
export function weekColumns(
  monday: string,
  member: StaffMember,
  timeZone: string,
  data: CalendarData,
): Column[] {
  const zone = zoneNamed(timeZone);
  return Array.from({ length: 7 }, (_, index) =>
    columnOf(localDay(zone, plusDays(monday, index)), member, data),
  );
}

/** Returns one column per room for one date. */
export function roomColumns(
  date: string,
  rooms: readonly Room[],
  timeZone: string,
  { appointments, blocks, shifts }: CalendarData,
): Column[] {
  const day = localDay(zoneNamed(timeZone), date);
  return rooms.map((room) => ({
    key: `${day.date} ${room.id}`,
    day,
    name: room.name,
    staff: undefined,
    room,
    entries: entriesOf(
      day,
      appointments,
      blocks,
      ({ resource_ids }) => resource_ids.includes(room.id),
      ({ resource_id }) => resource_id === room.id,
    ),
    offHours: shifts === undefined ? [] : gapsIn(intervalsOf(day, shifts.open), day.minutes),
    timeOff: [],
  }));
}

function columnOf(day: LocalDay, staff: StaffMember, { appointments, blocks, shifts }: CalendarData): Column {
  const own = shifts?.staff.find(({ staff_id }) => staff_id === staff.id);
  return {
    key: `${day.date} ${staff.id}`,
    day,
    name: staff.display_name,
    staff,
    room: undefined,
    entries: entriesOf(
      day,
      appointments,
      blocks,
      ({ staff_id }) => staff_id === staff.id,
      ({ staff_id }) => staff_id === staff.id,
    ),
    offHours: own === undefined ? [] : gapsIn(intervalsOf(day, own.shifts), day.minutes),
    timeOff: (own?.time_off ?? []).flatMap((each) =>
      intervalsOf(day, [each]).map((interval) => ({ ...interval, label: each.label })),
    ),
  };
}

/** Converts ranges of instants to minutes of the day. Cuts off the parts that are on other days. */
function intervalsOf(
  day: LocalDay,
  spans: readonly { readonly starts_at: string; readonly ends_at: string }[],
): Interval[] {
  return spans
    .map(({ starts_at, ends_at }) => ({
      startsMinutes: Math.max(0, minutesInto(day, Date.parse(starts_at))),
      endsMinutes: Math.min(day.minutes, minutesInto(day, Date.parse(ends_at))),
    }))
    .filter(({ startsMinutes, endsMinutes }) => endsMinutes > startsMinutes);
}

function gapsIn(worked: readonly Interval[], minutes: number): Interval[] {
  const gaps: Interval[] = [];
  let since = 0;
  for (const { startsMinutes, endsMinutes } of worked) {
    if (startsMinutes > since) gaps.push({ startsMinutes: since, endsMinutes: startsMinutes });
    since = Math.max(since, endsMinutes);
  }
  if (since < minutes) gaps.push({ startsMinutes: since, endsMinutes: minutes });
  return gaps;
}
