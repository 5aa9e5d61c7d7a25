import { type Hours, type Zone, zoneNamed } from "@daybook/engine";
import { type FieldProblem, idProblems } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { findLocationIds, listLocationSchedules } from "./store.ts";

/** The time zone and opening hours of a location. */
export interface LocationSchedule {
  readonly id: string;
  readonly zone: Zone;
  readonly hours: Hours;
}

/** Reads the schedules of these locations of the business, including inactive ones, by name. Unknown ids are skipped. */
export async function findLocationSchedules(
  reader: Reader,
  businessId: string,
  locationIds: readonly string[],
): Promise<LocationSchedule[]> {
  if (locationIds.length === 0) return [];
  const rows = await reader.query(listLocationSchedules, { businessId, ids: locationIds });
  return rows.map(({ id, time_zone, hours, exceptions }) => ({
    id,
    zone: zoneNamed(time_zone),
    hours: { weekly: hours, exceptions },
  }));
}

/**
 * Returns the problems of a list of locations in a request body: ids that are not locations of the business, and repeated ids.
 * `path` is the JSON pointer of the list. The ids must be lower case.
 */
export async function locationIdProblems(
  reader: Reader,
  businessId: string,
  path: string,
  ids: readonly string[],
): Promise<FieldProblem[]> {
  if (ids.length === 0) return [];
  const known = new Set((await reader.query(findLocationIds, { businessId, ids })).map(({ id }) => id));
  return idProblems(ids, known, "is not a location of this business", (index) => `${path}/${index}`);
}
