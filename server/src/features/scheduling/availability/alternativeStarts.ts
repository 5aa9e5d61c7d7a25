import { localText, type UnassignedItem } from "@daybook/engine";
import { LAST_INSTANT } from "../../../kernel/instants.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";
import { searchSlots } from "./searchSlots.ts";

const DAY = 86_400_000;
/** How far to look around the wanted start, nearest first; a wider look only when the narrow one found too few. */
const LOOKS = [
  { before: 2 * DAY, after: 7 * DAY },
  { before: 14 * DAY, after: 60 * DAY },
] as const;
const MAX_ALTERNATIVES = 3;

/**
 * Up to three starts that the team could take instead of a taken one, the nearest first (contract §1,
 * `time_conflict`): in working hours, in the future, with the same items and the same staff. Each can be booked
 * exactly as the refused request was sent, as long as nobody else is faster.
 */
export async function alternativeStarts(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  wanted: {
    location: LocationSnapshot;
    items: readonly UnassignedItem[];
    startsAt: number;
    now: number;
    excludeAppointmentId: string | null;
  },
): Promise<string[]> {
  const { location, items, startsAt, now } = wanted;
  let nearest: number[] = [];
  for (const look of LOOKS) {
    const fromAt = Math.max(now, startsAt - look.before);
    const untilAt = Math.min(LAST_INSTANT, Math.max(now, startsAt) + look.after);
    const { slots } = await searchSlots(reader, snapshot, {
      location,
      items,
      audience: "team",
      now,
      fromAt,
      untilAt,
      excludeAppointmentId: wanted.excludeAppointmentId,
    });
    nearest = slots.starts
      .toSorted((one, other) => Math.abs(one - startsAt) - Math.abs(other - startsAt) || one - other)
      .slice(0, MAX_ALTERNATIVES);
    if (nearest.length === MAX_ALTERNATIVES) break;
  }
  return nearest.sort((one, other) => one - other).map((at) => localText(location.zone, at));
}
