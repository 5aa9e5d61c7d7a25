import type { UnassignedItem } from "@daybook/engine";
import { ApiError } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/database/index.ts";
import { alternativeStarts } from "../../scheduling/availability/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";

/** A start time that is not offered online. */
export interface RefusedOnline {
  readonly location: LocationSnapshot;
  readonly items: readonly UnassignedItem[];
  readonly startsAt: number;
  readonly now: number;
  readonly excludeAppointmentId: string | null;
  readonly patchTestOn?: string | null;
}

/**
 * Returns the error for an unavailable start time, with up to three alternatives. The error lists no conflicts, because conflicts would
 * reveal other appointments to visitors. Must be called after the transaction has released its locks.
 */
export async function onlineConflict(
  database: Database,
  snapshot: SchedulingSnapshot,
  refused: RefusedOnline,
): Promise<ApiError> {
  const alternatives = await alternativeStarts(database, snapshot, { ...refused, audience: "online" });
  return new ApiError("time_conflict", "The time is not available. Choose another time.", {
    conflicts: [],
    alternatives,
  });
}
