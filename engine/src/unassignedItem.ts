import type { Item } from "./appointmentItems.ts";
import type { Phases } from "./phases.ts";

/** A staff member who performs the item's service at the location, and how long they take. */
export interface Candidate {
  readonly staffId: string;
  readonly phases: Phases;
}

/** An item before its staff member is chosen: one candidate where the caller named one, several for `any`. */
export interface UnassignedItem extends Omit<Item, "staffId" | "phases"> {
  /** Ordered by position, then id. */
  readonly candidates: readonly Candidate[];
  /** Whether the caller asked for `any` staff member, even if only one candidate remains. */
  readonly any: boolean;
}

/** The item performed by the candidate. */
export function assignStaff(item: UnassignedItem, candidate: Candidate): Item {
  return {
    serviceId: item.serviceId,
    staffId: candidate.staffId,
    phases: candidate.phases,
    bufferBeforeMinutes: item.bufferBeforeMinutes,
    bufferAfterMinutes: item.bufferAfterMinutes,
    needs: item.needs,
    rules: item.rules,
  };
}
