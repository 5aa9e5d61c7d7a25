import { MAX_SHORT_LOADS, SharedLoads } from "../../../platform/batchLoader.ts";
import { column, isDryRun, pick, type Reader, statement } from "../../../platform/database/index.ts";
import { calendars, subjectsView } from "../../../tables/scheduling.ts";

/** Reads the versions of the snapshot and of each subject's busy time. If the cache is current, a search needs no other data. */
const readVersions = statement({
  name: "calendars_read_versions",
  params: { businessId: column.id, subjectIds: column.ids },
  columns: {
    ...pick(calendars.columns, "snapshot_version"),
    subject_id: column.nullable(column.id),
    version: column.nullable(column.integer),
  },
  isLookUp: true,
  sql: `select calendars.snapshot_version, subjects.id as subject_id, subjects.version
        from calendars
        left join ${subjectsView} as subjects on subjects.business_id = calendars.business_id and subjects.id = any ($subjectIds)
        where calendars.business_id = $businessId
        order by subjects.id`,
});

/** The versions of a business's snapshot and of the busy time of subjects, read together. */
export interface CurrentVersions {
  /** -1 for an unknown business. */
  readonly snapshotVersion: number;
  readonly bySubject: ReadonlyMap<string, number>;
}

const loadsByReader = new WeakMap<Reader, SharedLoads<string, CurrentVersions>>();

/**
 * Reads the versions of subjects through a batch loader: concurrent searches of the business share one SQL statement, so the result may
 * also contain the versions of other subjects (decision 78).
 */
export function currentVersions(
  reader: Reader,
  businessId: string,
  subjectIds: readonly string[],
): Promise<CurrentVersions> {
  // Bypasses the batch loader, because a dry run reads its own changes, which other requests must not read.
  if (isDryRun()) return load(reader, businessId, subjectIds);
  let loads = loadsByReader.get(reader);
  if (loads === undefined) {
    loads = new SharedLoads((group, ids) => load(reader, group, ids), MAX_SHORT_LOADS);
    loadsByReader.set(reader, loads);
  }
  return loads.load(businessId, subjectIds);
}

async function load(
  reader: Reader,
  businessId: string,
  subjectIds: readonly string[],
): Promise<CurrentVersions> {
  const rows = await reader.query(readVersions, { businessId, subjectIds: [...subjectIds] });
  const bySubject = new Map<string, number>();
  for (const row of rows) {
    if (row.subject_id !== null && row.version !== null) bySubject.set(row.subject_id, row.version);
  }
  return { snapshotVersion: rows[0]?.snapshot_version ?? -1, bySubject };
}
