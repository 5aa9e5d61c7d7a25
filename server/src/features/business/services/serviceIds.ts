import { type FieldProblem, idProblems } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { findServiceIds } from "./store.ts";

/**
 * Returns the problems of a list of services in a request body: ids that are not services of the business, and repeated ids. Archived
 * services are accepted. `path` is the JSON pointer to the list; `sent` is undefined if the request does not contain the list.
 */
export async function serviceIdProblems(
  reader: Reader,
  businessId: string,
  path: string,
  sent: readonly string[] | undefined,
): Promise<FieldProblem[]> {
  if (sent === undefined || sent.length === 0) return [];
  const ids = sent.map((id) => id.toLowerCase());
  const known = new Set((await reader.query(findServiceIds, { businessId, ids })).map(({ id }) => id));
  return idProblems(ids, known, "is not a service of this business", (index) => `${path}/${index}`);
}
