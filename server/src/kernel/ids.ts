import { uuidv7 } from "uuidv7";

/** Returns a new UUID version 7: ids of later records sort later (contract §1). */
export function newId(): string {
  return uuidv7();
}

/** An id that no record has and that sorts before all other ids. */
export const NIL_ID = "00000000-0000-0000-0000-000000000000";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Returns whether a text is a UUID in its 36-character form. PostgreSQL also accepts braces, `urn:uuid:` and missing hyphens,
 * so an id in a path could otherwise name the same record in several ways.
 */
export function isId(text: string): boolean {
  return UUID.test(text);
}
