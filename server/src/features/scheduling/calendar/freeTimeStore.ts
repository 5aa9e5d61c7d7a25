import { column, requiring, statement } from "../../../platform/database/index.ts";
import { calendars, calendarsView, claims } from "../../../tables/scheduling.ts";
import { spans } from "./claimStore.ts";

/**
 * Fails unless the scheduling snapshot has this version and the subject has no claim in these spans. The subject must have been locked by an
 * earlier statement, because a statement that waits for a lock reads the state from before the wait.
 */
export const requireFreeTime = statement({
  name: "calendar_require_free_time",
  params: {
    ...spans,
    subjectId: claims.columns.subject_id,
    snapshotVersion: calendars.columns.snapshot_version,
  },
  columns: { is_free: column.flag },
  sql: `select ${requiring(`
     exists (
       select
       from ${calendarsView} as calendars
       where calendars.business_id = $businessId and calendars.snapshot_version = $snapshotVersion
     )
     and not exists (
       select
       from claims
       where claims.business_id = $businessId
         and claims.subject_id = $subjectId
         and claims.during && (select $intervals)
     )`)} as is_free`,
});
