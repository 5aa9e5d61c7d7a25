import { type AppointmentItems, offsetsOf } from "./appointmentItems.ts";
import { dateOf } from "./dates.ts";
import type { Slots } from "./search.ts";
import { DAY, localText, MINUTE } from "./wallclock.ts";
import { offsetIndexAt, type Zone } from "./zones.ts";

/** What the writer cannot know: everything of an item besides its times, already as JSON. */
export interface SlotItemJson {
  /** `"service_id":"…","staff_id":"…"` of an item of a visit. */
  readonly idsJson: string;
  /** `"duration_minutes":30,"price":{…}` */
  readonly detailsJson: string;
}

/**
 * Slots as the JSON text of contract §4, an array. Thousands of slots share a handful of days, offsets and minutes,
 * so a time is put together from three ready pieces: writing a month this way takes about as long as finding it,
 * where a formatter and JSON.stringify took twenty times that.
 * `resourceIds` answers an item's resources at a start, as JSON; it is asked only for items that need any.
 */
export function slotsJson(
  zone: Zone,
  slots: Slots,
  pieces: (visit: AppointmentItems) => readonly SlotItemJson[],
  resourceIds: (visit: AppointmentItems, index: number, startsAt: number) => string,
): string {
  const time = timeWriter(zone);
  const scripts = slots.assignments.map((visit) => scriptOf(visit, pieces(visit)));
  let text = "[";
  for (let i = 0; i < slots.starts.length; i++) {
    const startsAt = slots.starts[i] as number;
    const choice = slots.choices[i] as number;
    const script = scripts[choice] as Script;
    const start = time(startsAt);
    text += i === 0 ? '{"starts_at":"' : ',{"starts_at":"';
    text += start;
    text += '","ends_at":"';
    const end = time(startsAt + script.length);
    text += end;
    if (script.simple !== undefined) {
      // One item without resources, as nearly every slot is: its times are the visit's.
      text += `${script.simple.before}${start}","ends_at":"${end}${script.simple.after}`;
      continue;
    }
    text += '","items":[';
    const visit = slots.assignments[choice] as AppointmentItems;
    script.items.forEach((item, index) => {
      if (index > 0) text += ",";
      const resources = item.needsResources ? resourceIds(visit, index, startsAt) : "[]";
      text += `{${item.idsJson},"resource_ids":${resources},"starts_at":"${time(startsAt + item.from)}","ends_at":"${time(startsAt + item.until)}",${item.detailsJson}}`;
    });
    text += "]}";
  }
  return `${text}]`;
}

interface Script {
  readonly length: number;
  readonly items: readonly (SlotItemJson & {
    readonly from: number;
    readonly until: number;
    readonly needsResources: boolean;
  })[];
  readonly simple: { readonly before: string; readonly after: string } | undefined;
}

function scriptOf(visit: AppointmentItems, pieces: readonly SlotItemJson[]): Script {
  const offsets = offsetsOf(visit);
  const items = pieces.map((piece, index) => ({
    ...piece,
    from: offsets[index] as number,
    until: offsets[index + 1] as number,
    needsResources: visit[index]?.needs.length !== 0,
  }));
  const first = items[0];
  const isSimple = first !== undefined && visit.length === 1 && !first.needsResources;
  return {
    length: offsets[visit.length] as number,
    items,
    simple: isSimple
      ? {
          before: `","items":[{${first.idsJson},"resource_ids":[],"starts_at":"`,
          after: `",${first.detailsJson}}]}`,
        }
      : undefined,
  };
}

/** `HH:MM:` and the seconds of every minute of a day, written once. */
const MINUTE_TEXTS = Array.from({ length: 1440 }, (_, minute) => {
  const hours = String(Math.floor(minute / 60)).padStart(2, "0");
  return `${hours}:${String(minute % 60).padStart(2, "0")}:00`;
});

/** Writes instants of one zone, remembering the day and the offset it last wrote. */
function timeWriter(zone: Zone): (at: number) => string {
  let steadyFrom = Number.POSITIVE_INFINITY;
  let steadyUntil = Number.NEGATIVE_INFINITY;
  let offset = 0;
  let offsetText = "";
  let dayFrom = Number.POSITIVE_INFINITY;
  let dayText = "";
  return (at) => {
    if (at < steadyFrom || at >= steadyUntil) {
      const index = offsetIndexAt(zone, at);
      offset = (zone.offsets[index] as number) * MINUTE;
      steadyFrom = zone.changesAt[index - 1] ?? Number.NEGATIVE_INFINITY;
      steadyUntil = zone.changesAt[index] ?? Number.POSITIVE_INFINITY;
      offsetText = localText(zone, at).slice(-6);
      dayFrom = Number.POSITIVE_INFINITY;
    }
    const wall = at + offset;
    if (wall < dayFrom || wall >= dayFrom + DAY) {
      const day = Math.floor(wall / DAY);
      dayFrom = day * DAY;
      dayText = `${dateOf(day)}T`;
    }
    const within = wall - dayFrom;
    // A visit whose start is off the minute is only ever moved, never offered; the slow way writes it all the same.
    if (within % MINUTE !== 0) return localText(zone, at);
    return dayText + MINUTE_TEXTS[within / MINUTE] + offsetText;
  };
}
