/**
 * The versions of a record that `If-Match` accepts; null accepts any. An empty list accepts none, because the server has
 * issued none of the tags in the header.
 */
export type IfMatch = readonly number[] | null;

/** Returns whether `If-Match` rejects this version of a record. */
export function isStale(ifMatch: IfMatch, version: number): boolean {
  return ifMatch !== null && !ifMatch.includes(version);
}
