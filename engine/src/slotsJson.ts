import { type AppointmentItems, offsetsOf } from "./appointmentItems.ts";
import { dateOf } from "./dates.ts";
import type { Slots } from "./search.ts";
import { DAY, localText, MINUTE } from "./wallclock.ts";
import { offsetIndexAt, type Zone } from "./zones.ts";

/** The fields of a slot's item as JSON, without the resources and times, which `slotsJson` writes. */
export interface SlotItemJson {
  /** `"service_id":"…","staff_id":"…"` */
  readonly idsJson: string;
  /** `"duration_minutes":30,"price":{…}` */
  readonly detailsJson: string;
}

/**
 * Writes slots as JSON text (contract §4), without the brackets of the array, so that the caller can join several parts with
 * commas. Stops after the first slot that makes the text longer than `maxLength`, and returns the number of slots it wrote.
 * `resourceIds` returns an item's resources at a start, as JSON; it is called only for items that need any.
 *
 * Thousands of slots have the same few days, offsets and minutes, so this function joins three prepared texts for each date-time.
 * Writing the slots of a month takes about as long as finding them. A formatter and JSON.stringify took twenty times as long.
 */
export function slotsJson(
  zone: Zone,
  slots: Slots,
  itemsJson: (items: AppointmentItems) => readonly SlotItemJson[],
  resourceIds: (items: AppointmentItems, index: number, startsAt: number) => string,
  maxLength = Number.POSITIVE_INFINITY,
): { text: string; written: number } {
  const time = timeWriter(zone);
  const templates = slots.assignments.map((items) => templateOf(items, itemsJson(items)));
  let text = "";
  let i = 0;
  for (; i < slots.starts.length && text.length <= maxLength; i++) {
    const startsAt = slots.starts[i] as number;
    const choice = slots.choices[i] as number;
    const template = templates[choice] as Template;
    const start = time(startsAt);
    text += i === 0 ? '{"starts_at":"' : ',{"starts_at":"';
    text += start;
    text += '","ends_at":"';
    const end = time(startsAt + template.length);
    text += end;
    if (template.simple !== undefined) {
      // Nearly every slot has one item without resources, which has the same times as the slot.
      text += `${template.simple.before}${start}","ends_at":"${end}${template.simple.after}`;
      continue;
    }
    text += '","items":[';
    const assignment = slots.assignments[choice] as AppointmentItems;
    template.items.forEach((item, index) => {
      if (index > 0) text += ",";
      const resources = item.needsResources ? resourceIds(assignment, index, startsAt) : "[]";
      text += `{${item.idsJson},"resource_ids":${resources},"starts_at":"${time(startsAt + item.from)}","ends_at":"${time(startsAt + item.until)}",${item.detailsJson}}`;
    });
    text += "]}";
  }
  return { text, written: i };
}

interface Template {
  readonly length: number;
  readonly items: readonly (SlotItemJson & {
    readonly from: number;
    readonly until: number;
    readonly needsResources: boolean;
  })[];
  readonly simple: { readonly before: string; readonly after: string } | undefined;
}

function templateOf(assignment: AppointmentItems, itemsJson: readonly SlotItemJson[]): Template {
  const offsets = offsetsOf(assignment);
  const items = itemsJson.map((json, index) => ({
    ...json,
    from: offsets[index] as number,
    until: offsets[index + 1] as number,
    needsResources: assignment[index]?.needs.length !== 0,
  }));
  const first = items[0];
  const isSimple = first !== undefined && assignment.length === 1 && !first.needsResources;
  return {
    length: offsets[assignment.length] as number,
    items,
    simple: isSimple
      ? {
          before: `","items":[{${first.idsJson},"resource_ids":[],"starts_at":"`,
          after: `",${first.detailsJson}}]}`,
        }
      : undefined,
  };
}

/** The text `HH:MM:00` for every minute of a day. */
const MINUTE_TEXTS = Array.from({ length: 1440 }, (_, minute) => {
  const hours = String(Math.floor(minute / 60)).padStart(2, "0");
  return `${hours}:${String(minute % 60).padStart(2, "0")}:00`;
});

/** Returns a function that writes instants of one zone as text, and reuses the text of the last day and offset. */
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
    // Offered starts are whole minutes; `localText`, which is slower, writes any other start.
    if (within % MINUTE !== 0) return localText(zone, at);
    return dayText + MINUTE_TEXTS[within / MINUTE] + offsetText;
  };
}
