/**
 * The versions of a record that a caller accepts, as `If-Match` names them; null when any will do. An empty list
 * accepts none: every tag in it was one we never gave out.
 */
export type IfMatch = readonly number[] | null;

/** Whether a record at this version is not one that the caller accepts. */
export function isStale(ifMatch: IfMatch, version: number): boolean {
  return ifMatch !== null && !ifMatch.includes(version);
}
