/**
 * Suggests a field for each column by its name, which is compared without case, separators between words and a unit in brackets, as in
 * "Duration (min)". Returns null for an unknown name, and for a field that an earlier column has.
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

/** Returns the form of a column's name in which names are compared. */
export function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, " ");
}
