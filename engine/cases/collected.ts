import { readFileSync } from "node:fs";
import { type TextSpan, zoneCases } from "./cases.ts";

/**
 * A staff member of a collected case: working hours as wall time in the staff member's zone, busy time, and the service's
 * buffers.
 */
export interface CollectedStaff {
  readonly tz: string;
  readonly weekly: readonly {
    readonly days: readonly number[];
    readonly start: string;
    readonly end: string;
  }[];
  readonly busy: readonly TextSpan[];
  readonly bufferBefore?: number;
  readonly bufferAfter?: number;
}

/** A collected case that searches for slots or books one (from `slots.json`). */
export interface CollectedSearch {
  readonly id: string;
  readonly test: string;
  readonly kind: "slots" | "availability" | "book";
  readonly input: {
    readonly tz?: string;
    readonly now?: string;
    readonly minNotice?: number;
    readonly free?: readonly TextSpan[];
    readonly staff?: readonly CollectedStaff[];
    readonly range?: TextSpan;
    readonly duration?: number;
    readonly step?: number;
    readonly start?: string;
    readonly end?: string;
  };
  readonly expect: {
    readonly count?: number;
    readonly slots?: readonly string[];
    readonly contains?: readonly string[];
    readonly excludes?: readonly string[];
    readonly accepted?: boolean;
  };
}

/** The ids of the cases that contradict a decision of the contract or need an unsupported feature, each with the reason. */
const DECIDED_OTHERWISE: Readonly<Record<string, string>> = {
  "cal-slot-16":
    "expects starts at the beginning of free time; here starts stay on the wall clock's grid (contract §4)",
  "mp-al-6": "expects a grid offset by 20 minutes; here the grid begins at local midnight (contract §4)",
  "cal-av-1":
    "expects a grid that begins with the working day; here it begins at local midnight (contract §4)",
  "mp-av-10": "expects two staff members for one service, each with buffers; here an item has one",
  "mp-bk-3": "expects two staff members for one service; here an item has one",
};

/**
 * Returns the collected cases of a kind, split into those that apply to Daybook and those that do not, with the reason.
 */
export function collectedSearches(kind: CollectedSearch["kind"]): {
  applicable: CollectedSearch[];
  excluded: (CollectedSearch & { reason: string })[];
} {
  const text = readFileSync(new URL("slots.json", import.meta.url), "utf8");
  const all = (JSON.parse(text).cases as CollectedSearch[]).filter((one) => one.kind === kind);
  if (all.length === 0) throw new Error(`slots.json has no case of the kind ${kind}`);
  return {
    applicable: all.filter(({ id }) => DECIDED_OTHERWISE[id] === undefined),
    excluded: all.flatMap((one) => {
      const reason = DECIDED_OTHERWISE[one.id];
      return reason === undefined ? [] : [{ ...one, reason }];
    }),
  };
}

/** Returns the cases of `time-zones.json` that list the slots of days with a clock change. */
export const countedDays = () => zoneCases("slots");
