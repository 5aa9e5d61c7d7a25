import { featureOf } from "./importRules.ts";
import type { Module } from "./modules.ts";

/** The maximum number of names that a feature's public API may export. */
const LIMIT = 15;

/** Returns a sentence for each feature whose `index.ts` exports more names than allowed or uses `export *`. */
export function exportProblemsOf(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, exports }) => {
    const feature = featureOf(path);
    if (feature === undefined || path !== `server/src/features/${feature}/index.ts`) return [];
    if (exports.includes("*")) return [`${path} contains "export *": list the exported names.`];
    const count = exports.length;
    return count > LIMIT ? [`${path} exports ${count} names, at most ${LIMIT} are allowed.`] : [];
  });
}
