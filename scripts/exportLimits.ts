import { featureOf } from "./importRules.ts";
import type { Module } from "./modules.ts";

/** How many names the public API of a feature may export. */
const LIMIT = 15;

/**
 * Features that export more than the limit, each with the number of names it exports today. A number may only become
 * smaller, and a feature within the limit leaves the list.
 */
export const EXCEPTIONS: Readonly<Record<string, number>> = {
  "scheduling/appointments": 24,
};

/** The features whose `index.ts` exports more names than allowed, and exceptions that can be lowered, a sentence each. */
export function exportProblemsOf(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, exports }) => {
    const feature = featureOf(path);
    if (feature === undefined || path !== `server/src/features/${feature}/index.ts`) return [];
    const count = exports.length;
    const exception = EXCEPTIONS[feature];
    if (exports.includes("*")) return [`${path} contains "export *": list the exported names.`];
    if (count > (exception ?? LIMIT))
      return [`${path} exports ${count} names, at most ${exception ?? LIMIT} are allowed.`];
    if (exception === undefined || count === exception) return [];
    const remedy = count <= LIMIT ? "remove its exception" : `lower its exception to ${count}`;
    return [`${path} exports ${count} names: ${remedy} in scripts/exportLimits.ts.`];
  });
}
