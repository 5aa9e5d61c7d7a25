import { uuidv7 } from "uuidv7";

/** A new UUID version 7: ids of later records sort later (contract §1). */
export function newId(): string {
  return uuidv7();
}

/** No record has it, and it sorts before every id. */
export const NIL_ID = "00000000-0000-0000-0000-000000000000";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * True for the 36-character text form only. PostgreSQL also takes braces, `urn:uuid:` and missing
 * hyphens; such a path id would be a second name for the same record.
 */
export function isId(text: string): boolean {
  return UUID.test(text);
}
