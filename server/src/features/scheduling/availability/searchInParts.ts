import { dayAt, factsWithin, findSlots, type Slots, startOfDay, type Zone } from "@daybook/engine";
import type { RunPiece } from "../../../platform/limits/index.ts";
import type { SlotSearch } from "./readSearch.ts";

/** The part of a search that covers some of its local days, with the slots on these days. */
export interface SearchedPart extends SlotSearch {
  readonly slots: Slots;
}

/** Cost factors in units of about a microsecond, and the maximum cost of a part: a few milliseconds. */
const COST_OF_CANDIDATE = 6;
const COST_OF_START = 1;
const MAX_COST_OF_PART = 6_000;

/**
 * Searches a window in parts of whole local days, earliest first, until `visit` returns false. Each part runs in a separate turn of the
 * fair scheduler. The parts find the same slots as a single search, because a slot depends only on the busy time around it, which each part
 * includes.
 */
export async function searchInParts(
  run: RunPiece,
  { facts, search, reach }: SlotSearch,
  visit: (part: SearchedPart) => Promise<boolean>,
): Promise<void> {
  const days = daysInPart(search.items);
  for (let fromAt = search.fromAt; fromAt < search.untilAt; ) {
    const untilAt = Math.min(search.untilAt, midnightAfter(facts.zone, fromAt, days));
    const part = {
      facts: factsWithin(facts, fromAt, untilAt, reach),
      search: { ...search, fromAt, untilAt },
    };
    const slots = await run(() => findSlots(part.facts, part.search));
    if (!(await visit({ ...part, reach, slots }))) return;
    fromAt = untilAt;
  }
}

/**
 * Returns the start of the local day `days` later. If a clock change repeats the hour before midnight and this start is not after `at`,
 * returns the start of the next day.
 */
function midnightAfter(zone: Zone, at: number, days: number): number {
  let day = dayAt(zone, at) + days;
  while (startOfDay(zone, day) <= at) day++;
  return startOfDay(zone, day);
}

/** Returns the number of local days in a part, at least one. A day has at most 300 starts, because a slot step is at least 5 minutes. */
function daysInPart(items: SlotSearch["search"]["items"]): number {
  const candidates = items.reduce((sum, item) => sum + item.candidates.length, 0);
  const starts = 1440 / (items[0]?.rules.slotStepMinutes ?? 1);
  const mixing = items.length > 1 ? candidates / 20 : 0;
  const cost = COST_OF_CANDIDATE * candidates + COST_OF_START * starts * (items.length + mixing);
  return Math.max(1, Math.floor(MAX_COST_OF_PART / cost));
}
