/**
 * Returns `compute` with a cache of its latest `size` results. `compute` must return the same result for the same key. Errors are
 * not cached.
 */
export function recentResults<Result>(
  size: number,
  compute: (key: string) => Result,
): (key: string) => Result {
  const results = new Map<string, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    if (results.size >= size) results.delete(results.keys().next().value as string);
    results.set(key, result);
    return result;
  };
}
