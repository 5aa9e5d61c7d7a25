import { readFileSync } from "node:fs";
import { type TextSpan, zoneCases } from "./cases.ts";

/** Staff of a collected case: hours as wall time in their zone, what has been taken, and buffers on either side. */
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

/** The kinds of `slots.json` that ask what is free. */
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

/** Cases that ask for something the contract decided otherwise, each with what it asks. */
const NOT_OURS: Readonly<Record<string, string>> = {
  "cal-slot-16": "starts moved to where free time begins; ours stay on the wall clock's grid (contract §4)",
  "mp-al-6": "a grid that begins 20 minutes past; ours begins at local midnight (contract §4)",
  "cal-av-1": "a grid that begins with the working day; ours begins at local midnight (contract §4)",
  "mp-av-10": "two people at once for one service, each with buffers; an item of ours has one",
  "mp-bk-3": "two people at once for one service; an item of ours has one",
};

/** The collected cases of a kind that speak of what we do, and those that do not, with the reason. */
export function collectedSearches(kind: CollectedSearch["kind"]): {
  ours: CollectedSearch[];
  others: (CollectedSearch & { reason: string })[];
} {
  const text = readFileSync(new URL("slots.json", import.meta.url), "utf8");
  const all = (JSON.parse(text).cases as CollectedSearch[]).filter((one) => one.kind === kind);
  if (all.length === 0) throw new Error(`slots.json has no case of the kind ${kind}`);
  return {
    ours: all.filter(({ id }) => NOT_OURS[id] === undefined),
    others: all.flatMap((one) => {
      const reason = NOT_OURS[one.id];
      return reason === undefined ? [] : [{ ...one, reason }];
    }),
  };
}

/** The days across clock changes on which slots were counted by hand. */
export const countedDays = () => zoneCases("slots");
