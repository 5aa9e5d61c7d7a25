import { type Hours, type Zone, zoneNamed } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { sumCapacities } from "./resourceStore.ts";
import { findPlaces } from "./store.ts";

/** A place, as far as others need it: to know that it is there, what its clock shows and when it is open. */
export interface Place {
  readonly id: string;
  readonly zone: Zone;
  readonly hours: Hours;
}

/** Those of the named places that the business has, inactive ones included, by name. */
export async function placesNamed(
  reader: Reader,
  businessId: string,
  locationIds: readonly string[],
): Promise<Place[]> {
  if (locationIds.length === 0) return [];
  const rows = await reader.query(findPlaces, [businessId, locationIds]);
  return rows.map(({ id, time_zone, hours, exceptions }) => ({
    id,
    zone: zoneNamed(time_zone),
    hours: { weekly: hours, exceptions },
  }));
}

/** Complains about every id in a body that is no place of the business. `path` is the list's. */
export function unknownPlaces(
  path: string,
  locationIds: readonly string[],
  places: readonly Place[],
): FieldProblem[] {
  const known = new Set(places.map(({ id }) => id));
  return locationIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `${path}/${index}`, message: "is not a location of the business" }],
  );
}

/** The most of each type of resource that any one of these places has. */
export async function mostResources(
  reader: Reader,
  businessId: string,
  locationIds: readonly string[],
): Promise<Map<string, number>> {
  const most = new Map<string, number>();
  for (const { type, capacity } of await reader.query(sumCapacities, [businessId, locationIds])) {
    most.set(type, Math.max(capacity, most.get(type) ?? 0));
  }
  return most;
}
