import { type Conflict, localText, type UnassignedItem } from "@daybook/engine";
import { ApiError } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/database/index.ts";
import { alternativeStarts } from "../availability/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";

/** What was wanted; `items` is null where no other start could help, as for a resize or an undo. */
export interface Wanted {
  readonly location: LocationSnapshot;
  readonly items: readonly UnassignedItem[] | null;
  readonly startsAt: number;
  readonly now: number;
  readonly excludeAppointmentId: string | null;
}

/**
 * The 409 of taken time, with what stands there and where it would fit instead. The alternatives are looked for
 * after the transaction has let go of its locks: nobody waits for them.
 */
export async function timeConflict(
  database: Database,
  snapshot: SchedulingSnapshot,
  conflicts: readonly Conflict[],
  wanted: Wanted,
): Promise<ApiError> {
  const { location, items, ...rest } = wanted;
  const alternatives =
    items === null ? [] : await alternativeStarts(database, snapshot, { location, items, ...rest });
  return new ApiError("time_conflict", "That time is taken.", {
    conflicts: conflicts.map((conflict) => ({
      item_index: conflict.itemIndex,
      reason: conflict.reason,
      staff_id: conflict.staffId,
      resource_id: conflict.resourceId,
      starts_at: localText(location.zone, conflict.startsAt),
      ends_at: localText(location.zone, conflict.endsAt),
    })),
    alternatives,
  });
}
