import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { checkProject } from "./checkProject.ts";

/**
 * This script prints the violations of the import rules, and the number of modules and imports. It also fails if it has read no
 * modules, because the check would otherwise pass.
 */
const project = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const { modules, imports, problems } = checkProject(project);

for (const problem of problems) console.error(problem);
if (modules === 0 || imports === 0) {
  console.error(`No module could be read below ${project}.`);
  process.exitCode = 1;
} else {
  console.log(`${modules} modules with ${imports} imports read, ${problems.length} against the rules.`);
  if (problems.length > 0) process.exitCode = 1;
}
