import type { Item } from "./appointmentItems.ts";
import type { Phases } from "./phases.ts";

/** Somebody who performs a service here, and how long they take. */
export interface Candidate {
  readonly staffId: string;
  readonly phases: Phases;
}

/** An item whose staff member is still open: one candidate where the caller named one, several for `any`. */
export interface UnassignedItem extends Omit<Item, "staffId" | "phases"> {
  /** By position, then id. */
  readonly candidates: readonly Candidate[];
  /** Whether the caller said `any`, however many candidates that leaves. */
  readonly any: boolean;
}

/** The item with its staff member decided. */
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
