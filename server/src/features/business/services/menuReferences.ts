import { type FieldProblem, idProblems } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { locationIdProblems, maxResourceCounts } from "../locations/index.ts";
import { knownStaffIds } from "../staff/index.ts";
import { taxRateProblems } from "../tax-rates/index.ts";
import { findCategory } from "./categoryStore.ts";
import type { ServiceCandidate } from "./menuRules.ts";

/**
 * Returns the problems of the references in a request body: an unknown category, location, staff member or tax rate, a repeated
 * resource type, and a number of resources that no location has. Only fields in the request are checked, so that a service may
 * keep a resource that was archived later.
 */
export async function referenceProblems(
  reader: Reader,
  businessId: string,
  candidate: ServiceCandidate,
): Promise<FieldProblem[]> {
  const { sent } = candidate;
  const problems = await Promise.all([
    categoryProblems(reader, businessId, sent.category_id ?? null),
    locationIdProblems(reader, businessId, "/location_ids", lowerCase(sent.location_ids ?? [])),
    staffProblems(reader, businessId, lowerCase(sent.staff?.map(({ staff_id }) => staff_id) ?? [])),
    resourceProblems(reader, businessId, candidate),
    taxRateProblems(reader, businessId, sent.tax_rate_id, candidate.taxRateBefore),
  ]);
  return problems.flat();
}

async function categoryProblems(
  reader: Reader,
  businessId: string,
  categoryId: string | null,
): Promise<FieldProblem[]> {
  if (categoryId === null) return [];
  const found = await reader.query(findCategory, { businessId, id: categoryId });
  return found.length > 0
    ? []
    : [{ path: "/category_id", message: "is not a service category of this business" }];
}

async function staffProblems(
  reader: Reader,
  businessId: string,
  ids: readonly string[],
): Promise<FieldProblem[]> {
  const known = await knownStaffIds(reader, businessId, ids);
  return idProblems(
    ids,
    known,
    "is not a staff member of this business",
    (index) => `/staff/${index}/staff_id`,
  );
}

async function resourceProblems(
  reader: Reader,
  businessId: string,
  { sent, draft }: ServiceCandidate,
): Promise<FieldProblem[]> {
  if (sent.resources === undefined) return [];
  const types = sent.resources.map(({ type }) => type);
  const maxCounts = await maxResourceCounts(reader, businessId, draft.location_ids);
  return sent.resources.flatMap(({ type, count }, index) => {
    if (types.indexOf(type) < index)
      return [{ path: `/resources/${index}/type`, message: "must appear only once" }];
    const max = maxCounts.get(type) ?? 0;
    if (max === 0)
      return [
        {
          path: `/resources/${index}/type`,
          message: "must be the type of a resource at one of the service's locations",
        },
      ];
    if (max >= count) return [];
    const message = `must be at most ${max}: no location of the service has more units of this resource type`;
    return [{ path: `/resources/${index}/count`, message }];
  });
}

function lowerCase(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase());
}
