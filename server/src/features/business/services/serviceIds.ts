import type { FieldProblem } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { findServiceIds } from "./store.ts";

/**
 * What is wrong with a list of services in a body: those that are not on the business's menu, and those named twice.
 * Archived ones may be named. Nothing is wrong with a list that was not sent. `path` is the list's own.
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
  return ids.flatMap((id, index) => {
    if (!known.has(id)) return [{ path: `${path}/${index}`, message: "is not a service of the business" }];
    return ids.indexOf(id) < index ? [{ path: `${path}/${index}`, message: "is named twice" }] : [];
  });
}
