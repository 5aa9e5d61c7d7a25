import { exportProblemsOf } from "./exportLimits.ts";
import { circlesIn, problemsOf } from "./importRules.ts";
import { readModules } from "./modules.ts";

/** The result of a check: the module and import counts, and one sentence for each violation of the rules. */
export interface CheckedProject {
  readonly modules: number;
  readonly imports: number;
  readonly problems: readonly string[];
}

/** Checks the imports of every module of a project, and the number of names that each feature exports. */
export function checkProject(project: string): CheckedProject {
  const { modules, unread } = readModules(project);
  return {
    modules: modules.length,
    imports: modules.reduce((sum, module) => sum + module.imports.length, 0),
    problems: [
      ...unread,
      ...modules.flatMap((module) => problemsOf(module, modules)),
      ...circlesIn(modules),
      ...exportProblemsOf(modules),
    ],
  };
}
