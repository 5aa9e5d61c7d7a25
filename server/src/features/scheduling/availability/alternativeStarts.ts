import { localText, type UnassignedItem } from "@daybook/engine";
import { LAST_INSTANT } from "../../../kernel/instants.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";
import { readSearch } from "./readSearch.ts";
import { searchInParts } from "./searchInParts.ts";

const DAY = 86_400_000;
/** The windows around the requested start, in milliseconds. The wide window is searched only if the narrow window has too few starts. */
const WINDOWS = [
  { before: 2 * DAY, after: 7 * DAY },
  { before: 14 * DAY, after: 60 * DAY },
] as const;
const MAX_ALTERNATIVES = 3;

/**
 * Finds up to three alternatives to a taken start, as local date-times in ascending order (contract §1, `time_conflict`). The
 * alternatives are the nearest future starts within working hours that the audience can book with the same items and staff. The
 * API client can repeat the rejected request with any of these starts.
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
    /** `team` by default. */
    audience?: "team" | "online";
    patchTestOn?: string | null;
  },
): Promise<string[]> {
  const { location, items, startsAt, now, audience = "team" } = wanted;
  let nearest: number[] = [];
  for (const window of WINDOWS) {
    const fromAt = Math.max(now, startsAt - window.before);
    const untilAt = Math.min(LAST_INSTANT, Math.max(now, startsAt) + window.after);
    const search = await readSearch(reader, snapshot, {
      location,
      items,
      audience,
      now,
      fromAt,
      untilAt,
      excludeAppointmentId: wanted.excludeAppointmentId,
      ...(wanted.patchTestOn === undefined ? {} : { patchTestOn: wanted.patchTestOn }),
    });
    const starts: number[] = [];
    await searchInParts(
      (piece) => eventLoop.run(snapshot.businessId, piece),
      search,
      async ({ slots }) => {
        starts.push(...slots.starts);
        return true;
      },
    );
    nearest = starts
      .toSorted((one, other) => Math.abs(one - startsAt) - Math.abs(other - startsAt) || one - other)
      .slice(0, MAX_ALTERNATIVES);
    if (nearest.length === MAX_ALTERNATIVES) break;
  }
  return nearest.sort((one, other) => one - other).map((at) => localText(location.zone, at));
}
