import type { FieldProblem } from "../../../kernel/errors.ts";

/** Returns the problems of unknown targets, and of targets that are assigned to several columns but accept only one. */
export function unknownOrRepeated(
  targets: readonly (string | null)[],
  known: ReadonlySet<string>,
  repeatable: readonly string[] = [],
): FieldProblem[] {
  return targets.flatMap((target, index) => {
    const path = `/targets/${index}`;
    if (target === null) return [];
    if (!known.has(target)) return [{ path, message: `must be null or one of ${[...known].join(", ")}` }];
    return targets.indexOf(target) < index && !repeatable.includes(target)
      ? [{ path, message: "must appear only once" }]
      : [];
  });
}
