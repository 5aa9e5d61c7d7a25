/** What stands under a name that the demo itself has given. */
export function named<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const found = map.get(key);
  if (found === undefined) throw new Error(`The demo salon has nothing named ${String(key)}.`);
  return found;
}
