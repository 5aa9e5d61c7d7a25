import type { Item } from "./appointmentItems.ts";
import type { Phases } from "./phases.ts";

/** A staff member who performs the item's service at the location, with the phases for this staff member. */
export interface Candidate {
  readonly staffId: string;
  readonly phases: Phases;
}

/** An item before its staff member is chosen. If the caller named a staff member, the item has one candidate. */
export interface UnassignedItem extends Omit<Item, "staffId" | "phases"> {
  /** The candidates, ordered by position, then by id. */
  readonly candidates: readonly Candidate[];
  /** Whether the caller asked for `any` staff member, even if only one candidate remains. */
  readonly any: boolean;
}

/** Returns the item with the candidate as its staff member. */
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
