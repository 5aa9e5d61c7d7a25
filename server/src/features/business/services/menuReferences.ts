import type { FieldProblem } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { mostResources, placesNamed, unknownPlaces } from "../locations/index.ts";
import { staffNamed } from "../staff/index.ts";
import { findCategory } from "./categoryStore.ts";
import type { Wish } from "./menuRules.ts";

/**
 * What a body points at that is not there: its category, places, staff, and resources that none of its places has.
 * Only what was sent is looked at: a service may go on naming a resource that was archived since.
 */
export async function referenceProblems(
  reader: Reader,
  businessId: string,
  wish: Wish,
): Promise<FieldProblem[]> {
  const problems = await Promise.all([
    categoryProblems(reader, businessId, wish),
    placeProblems(reader, businessId, wish),
    staffProblems(reader, businessId, wish),
    resourceProblems(reader, businessId, wish),
  ]);
  return problems.flat();
}

async function categoryProblems(reader: Reader, businessId: string, { sent }: Wish): Promise<FieldProblem[]> {
  if (sent.category_id === undefined || sent.category_id === null) return [];
  const found = await reader.query(findCategory, { businessId, id: sent.category_id });
  return found.length > 0
    ? []
    : [{ path: "/category_id", message: "is not a service category of the business" }];
}

async function placeProblems(reader: Reader, businessId: string, { sent }: Wish): Promise<FieldProblem[]> {
  if (sent.location_ids === undefined) return [];
  const ids = sent.location_ids.map((id) => id.toLowerCase());
  return [
    ...repeated(ids).map((index) => ({ path: `/location_ids/${index}`, message: "is named twice" })),
    ...unknownPlaces("/location_ids", ids, await placesNamed(reader, businessId, ids)),
  ];
}

async function staffProblems(reader: Reader, businessId: string, { sent }: Wish): Promise<FieldProblem[]> {
  if (sent.staff === undefined) return [];
  const ids = sent.staff.map(({ staff_id }) => staff_id.toLowerCase());
  const known = await staffNamed(reader, businessId, ids);
  return [
    ...repeated(ids).map((index) => ({ path: `/staff/${index}/staff_id`, message: "is named twice" })),
    ...ids.flatMap((id, index) =>
      known.has(id)
        ? []
        : [{ path: `/staff/${index}/staff_id`, message: "is not a staff member of the business" }],
    ),
  ];
}

async function resourceProblems(
  reader: Reader,
  businessId: string,
  { sent, draft }: Wish,
): Promise<FieldProblem[]> {
  if (sent.resources === undefined) return [];
  const types = sent.resources.map(({ type }) => type);
  const most = await mostResources(reader, businessId, draft.location_ids);
  return [
    ...repeated(types).map((index) => ({ path: `/resources/${index}/type`, message: "is named twice" })),
    ...sent.resources.flatMap(({ type, count }, index) => {
      const capacity = most.get(type) ?? 0;
      if (capacity === 0)
        return [{ path: `/resources/${index}/type`, message: "is at none of the service's locations" }];
      if (capacity >= count) return [];
      const message = `must be at most ${capacity}, which is what one of the service's locations has`;
      return [{ path: `/resources/${index}/count`, message }];
    }),
  ];
}

/** Where in a list something stands that stood there before. */
function repeated(list: readonly string[]): number[] {
  return list.flatMap((one, index) => (list.indexOf(one) < index ? [index] : []));
}
