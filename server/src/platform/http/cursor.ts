import { createHash } from "node:crypto";
import { invalid } from "../../kernel/errors.ts";

/**
 * Cursors are opaque and keyset-based: they hold the sort key of the last row given, and a fingerprint of the query
 * they came from, so that one taken to another list or filter is refused instead of skipping rows (contract §1).
 */
export function cursorAfter(
  query: Readonly<Record<string, unknown>>,
  key: readonly (string | number | null)[],
): string {
  return Buffer.from(JSON.stringify([fingerprint(query), ...key])).toString("base64url");
}

/** The sort key a cursor holds, or null without one. Throws 422 for a cursor that is malformed or of another query. */
export function keyOfCursor(
  query: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
  length: number,
): (string | number | null)[] | null {
  if (cursor === undefined) return null;
  const [print, ...key] = decoded(cursor);
  const isOurs = print === fingerprint(query) && key.length === length && key.every(isKeyPart);
  if (!isOurs) throw invalid({ path: "/cursor", message: "is not a cursor of this query" });
  return key as (string | number | null)[];
}

function decoded(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    // Not JSON: not a cursor. The caller is told so just as for a foreign one.
    return [];
  }
}

function isKeyPart(part: unknown): boolean {
  return (
    part === null ||
    (typeof part === "string" && !part.includes("\0") && part.isWellFormed()) ||
    Number.isSafeInteger(part)
  );
}

/** The query without its paging: the same filters in any order have the same print. */
function fingerprint(query: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => name !== "cursor" && name !== "limit" && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(filters)).digest("base64url").slice(0, 12);
}
