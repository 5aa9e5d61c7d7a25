import { featureOf } from "./importRules.ts";
import type { Module } from "./modules.ts";

/** How many names the public API of a feature may export. */
const LIMIT = 15;

/** The features whose `index.ts` exports more names than allowed, or names it does not list, a sentence each. */
export function exportProblemsOf(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, exports }) => {
    const feature = featureOf(path);
    if (feature === undefined || path !== `server/src/features/${feature}/index.ts`) return [];
    if (exports.includes("*")) return [`${path} contains "export *": list the exported names.`];
    const count = exports.length;
    return count > LIMIT ? [`${path} exports ${count} names, at most ${LIMIT} are allowed.`] : [];
  });
}
