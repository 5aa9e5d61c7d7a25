import {
  dayOf,
  durationOf,
  MINUTE,
  offsetsOf,
  startOfDay,
  timeTaken,
  type UnassignedItem,
} from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import type { WaitlistItem } from "../../../tables/booking.ts";
import { findStarts, unassignedItemsOf } from "../../scheduling/availability/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import type { Candidate, CandidateStart } from "./matches.ts";
import type { CandidateRow } from "./offerStore.ts";

/** Maximum number of start times per entry. */
const MAX_STARTS = 1_000;

/** The spans of time to search, and the audience whose booking rules apply. */
export interface CandidateSearch {
  readonly audience: "team" | "online";
  readonly intervals: readonly { readonly startsAt: number; readonly endsAt: number }[];
  readonly now: number;
}

/**
 * Returns a function that finds the available start times for an entry within spans of time. Entries with the same items, patch test
 * and bounds share one search.
 */
export function candidateReader(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  search: CandidateSearch,
): (row: CandidateRow) => Promise<Candidate> {
  const known = new Map<string, Promise<CandidateStart[]>>();
  return async (row) => {
    const items = itemsOf(snapshot, location, row, search.audience);
    const patchTestOn = items.some((item) => item.rules.requiresPatchTest) ? row.patch_test_at : undefined;
    const bounds = boundsOf(location, row, search);
    const key = JSON.stringify([row.items, patchTestOn, bounds]);
    const reading =
      known.get(key) ?? startsOf(reader, snapshot, location, { items, patchTestOn, bounds, search });
    known.set(key, reading);
    return {
      entryId: row.id,
      windows: row.windows,
      minNoticeMinutes: row.min_notice_minutes,
      priority: row.priority,
      joinedAt: row.joined_at,
      valueMinor: totalPriceOf(snapshot, row.items),
      beforeAt: row.is_replaced_open ? row.replaced_starts_at : null,
      starts: await reading,
    };
  };
}

/**
 * Returns the items to search for; an empty list if a service or staff member no longer exists or, for visitors, cannot be booked online.
 */
function itemsOf(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  row: CandidateRow,
  audience: "team" | "online",
): UnassignedItem[] {
  const requested = row.items.map((item) => ({
    serviceId: item.service_id,
    staffId: item.staff_id ?? "any",
  }));
  const { items, problems } = unassignedItemsOf(snapshot, location, requested, () => "");
  const isOffline = items.some((item) => !item.rules.onlineBookable);
  return problems.length > 0 || (audience === "online" && isOffline) ? [] : items;
}

/** Returns the start and end of the period that an entry's windows cover, limited to the searched spans. */
function boundsOf(
  { zone }: LocationSnapshot,
  { windows }: CandidateRow,
  { intervals, now }: CandidateSearch,
): { readonly fromAt: number; readonly untilAt: number } {
  const firstDay = Math.min(...windows.map(({ from }) => dayOf(from) ?? 0));
  const lastDay = Math.max(...windows.map(({ to }) => dayOf(to) ?? 0));
  return {
    fromAt: Math.max(now, startOfDay(zone, firstDay), Math.min(...intervals.map((each) => each.startsAt))),
    untilAt: Math.min(startOfDay(zone, lastDay + 1), Math.max(...intervals.map((each) => each.endsAt))),
  };
}

async function startsOf(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  {
    items,
    patchTestOn,
    bounds,
    search,
  }: {
    readonly items: readonly UnassignedItem[];
    readonly patchTestOn: string | null | undefined;
    readonly bounds: { readonly fromAt: number; readonly untilAt: number };
    readonly search: CandidateSearch;
  },
): Promise<CandidateStart[]> {
  if (items.length === 0) return [];
  const { audience, intervals, now } = search;
  const longestMs = longestOf(items) * MINUTE;
  const found = await findStarts(
    reader,
    snapshot,
    {
      location,
      items,
      audience,
      now,
      // An appointment may begin before the freed span and end within the span.
      fromAt: Math.max(now, bounds.fromAt - longestMs),
      untilAt: bounds.untilAt,
      excludeAppointmentId: null,
      ...(patchTestOn === undefined ? {} : { patchTestOn }),
    },
    {
      limit: MAX_STARTS,
      isWanted: (startsAt) =>
        intervals.some((each) => startsAt < each.endsAt && startsAt + longestMs > each.startsAt),
    },
  );
  return found.map(({ startsAt, items: assigned }) => ({
    startsAt,
    endsAt: startsAt + (offsetsOf(assigned).at(-1) ?? 0),
    items: assigned.map((item) => ({ service_id: item.serviceId, staff_id: item.staffId })),
    taken: timeTaken(
      assigned,
      startsAt,
      assigned.map(() => []),
    ),
  }));
}

function longestOf(items: readonly UnassignedItem[]): number {
  return items
    .map((item) => Math.max(0, ...item.candidates.map(({ phases }) => durationOf(phases))))
    .reduce((sum, minutes) => sum + minutes, 0);
}

/**
 * Returns the sum of the service prices in minor units: for each service, the price of the requested staff member or else the lowest price.
 */
function totalPriceOf({ services }: SchedulingSnapshot, items: readonly WaitlistItem[]): number {
  return items.reduce((sum, { service_id, staff_id }) => {
    const performers = services.get(service_id)?.performers;
    if (performers === undefined) return sum;
    const wanted = staff_id === null ? undefined : performers.get(staff_id);
    const prices = wanted === undefined ? [...performers.values()] : [wanted];
    return sum + (prices.length === 0 ? 0 : Math.min(...prices.map((each) => each.priceAmount)));
  }, 0);
}
