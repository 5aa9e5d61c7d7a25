/**
 * The versions of a record that an `If-Match` header accepts; null accepts any version. An empty list accepts none: the server
 * has not issued any of the tags in the header.
 */
export type IfMatch = readonly number[] | null;

/** Returns whether `If-Match` rejects this version of a record. */
export function isStale(ifMatch: IfMatch, version: number): boolean {
  return ifMatch !== null && !ifMatch.includes(version);
}
