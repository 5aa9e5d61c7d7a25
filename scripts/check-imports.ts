import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { circlesIn, problemsOf } from "./importRules.ts";
import { readModules } from "./modules.ts";

/**
 * Checks who may import whom, over the whole repository. A checker that reads nothing finds nothing
 * wrong, so it says how many modules and imports it read and fails when that cannot be right.
 */
const project = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const { modules, unread } = readModules(project);
const imports = modules.flatMap((module) => module.imports);
const problems = [
  ...unread,
  ...modules.flatMap((module) => problemsOf(module, modules)),
  ...circlesIn(modules),
];

for (const problem of problems) console.error(problem);
if (modules.length === 0 || imports.length === 0) {
  console.error(`No module could be read below ${project}.`);
  process.exitCode = 1;
} else {
  console.log(
    `${modules.length} modules with ${imports.length} imports read, ${problems.length} against the rules.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
