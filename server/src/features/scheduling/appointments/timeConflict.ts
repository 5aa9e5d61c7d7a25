import { type Conflict, localText, type UnassignedItem } from "@daybook/engine";
import { ApiError } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/database/index.ts";
import { alternativeStarts } from "../availability/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";

/** The rejected start. `items` is null if alternative starts do not apply, for example for a resize or an undo. */
export interface RefusedStart {
  readonly location: LocationSnapshot;
  readonly items: readonly UnassignedItem[] | null;
  readonly startsAt: number;
  readonly now: number;
  readonly excludeAppointmentId: string | null;
}

/**
 * Creates the error for taken time, with conflicts and alternatives. Must be called after the transaction has released its locks, so that
 * the search for alternatives delays no other booking.
 */
export async function timeConflict(
  database: Database,
  snapshot: SchedulingSnapshot,
  conflicts: readonly Conflict[],
  wanted: RefusedStart,
): Promise<ApiError> {
  const { location, items, ...rest } = wanted;
  const alternatives =
    items === null ? [] : await alternativeStarts(database, snapshot, { location, items, ...rest });
  return new ApiError("time_conflict", "The time is taken.", {
    conflicts: conflicts.map((conflict) => ({
      item_index: conflict.itemIndex,
      reason: conflict.reason,
      staff_id: conflict.staffId,
      resource_id: conflict.resourceId,
      ...(conflict.resourceType === undefined
        ? {}
        : { resource_type: conflict.resourceType, candidate_ids: conflict.candidateIds ?? [] }),
      starts_at: localText(location.zone, conflict.startsAt),
      ends_at: localText(location.zone, conflict.endsAt),
    })),
    alternatives,
  });
}
