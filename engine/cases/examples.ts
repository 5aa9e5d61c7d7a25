import type { Item } from "../src/appointmentItems.ts";
import type { Claim, Facts, ResourceTime } from "../src/facts.ts";
import { takenBy } from "../src/facts.ts";
import type { Search } from "../src/search.ts";
import { noSpans, type Spans } from "../src/spans.ts";
import { RULES_FOR } from "../src/starts.ts";
import type { UnassignedItem } from "../src/unassignedItem.ts";
import { zoneNamed } from "../src/zones.ts";

/** Returns a 30-minute item on a 15-minute grid, performed by Ann, without buffers, resource needs or limits. */
export function item(changes: Partial<Item> & { readonly slotStepMinutes?: number } = {}): Item {
  const { slotStepMinutes = 15, ...rest } = changes;
  return {
    serviceId: "cut",
    staffId: "ann",
    phases: minutes(30),
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    needs: [],
    rules: {
      onlineBookable: true,
      slotStepMinutes,
      minNoticeMinutes: 0,
      maxAdvanceDays: 365,
      maxPerDay: null,
      requiresPatchTest: false,
    },
    ...rest,
  };
}

/** Returns the phases of a service that has an initial phase only. */
export const minutes = (initialMinutes: number) => ({
  initialMinutes,
  processingMinutes: 0,
  finishingMinutes: 0,
});

/** Returns the item with several candidates instead of one staff member. */
export function withCandidates(staff: readonly string[], from: Item = item()): UnassignedItem {
  const { staffId: _, phases, ...rest } = from;
  return { ...rest, any: true, candidates: staff.map((staffId) => ({ staffId, phases })) };
}

/**
 * Returns the `Facts` of a location that is open from `fromAt` to `untilAt`. Each staff member works in the given
 * spans.
 */
export function facts(
  zone: string,
  [fromAt, untilAt]: readonly [number, number],
  staff: Readonly<Record<string, { readonly working: Spans; readonly claims?: readonly Claim[] }>>,
  more: Partial<Pick<Facts, "now" | "bookedOn" | "open" | "patchTestOn">> & {
    readonly resources?: readonly ResourceTime[];
  } = {},
): Facts {
  return {
    zone: zoneNamed(zone),
    now: fromAt,
    fromAt,
    untilAt,
    open: [fromAt, untilAt],
    resources: [],
    bookedOn: () => 0,
    staff: new Map(
      Object.entries(staff).map(([id, { working, claims = [] }]) => [
        id,
        { working, claims, taken: claims.length === 0 ? noSpans : takenBy(claims) },
      ]),
    ),
    ...more,
  };
}

/** Returns a search for the audience `team` over the whole window of `from`. No staff member has booked minutes. */
export function search(items: readonly UnassignedItem[], from: Facts, more: Partial<Search> = {}): Search {
  return {
    items,
    fromAt: from.fromAt,
    untilAt: from.untilAt,
    rules: RULES_FOR.teamOffering,
    bookedMinutes: () => 0,
    ...more,
  };
}

/** Returns a claim of another appointment. */
export function claimed(startsAt: number, endsAt: number, changes: Partial<Claim> = {}): Claim {
  return {
    startsAt,
    endsAt,
    cause: "appointment",
    causeId: "another appointment",
    exclusive: false,
    ...changes,
  };
}
