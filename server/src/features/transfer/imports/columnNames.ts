/**
 * Suggests a field for each column by its name. The comparison ignores case, separators between words and a unit in brackets, as in
 * "Duration (min)". Returns null for an unknown name, and for a field that was already suggested for an earlier column.
 */
export function suggestedByName<Target extends string>(
  columns: readonly string[],
  names: Readonly<Record<Target, readonly string[]>>,
): (Target | null)[] {
  const targetOf = new Map<string, Target>();
  for (const target of Object.keys(names) as Target[])
    for (const name of names[target]) if (!targetOf.has(name)) targetOf.set(name, target);
  const used = new Set<Target>();
  return columns.map((column) => {
    const target = targetOf.get(plain(column.trim().replace(/\s*\([^)]*\)$/, "")));
    if (target === undefined || used.has(target)) return null;
    used.add(target);
    return target;
  });
}

/** Normalises the name of a column for comparison. */
export function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, " ");
}
