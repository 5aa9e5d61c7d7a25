/**
 * The versions of a record that `If-Match` accepts; null: any. An empty list accepts none: the server has issued
 * none of its tags.
 */
export type IfMatch = readonly number[] | null;

/** Whether the caller does not accept this version of a record. */
export function isStale(ifMatch: IfMatch, version: number): boolean {
  return ifMatch !== null && !ifMatch.includes(version);
}
