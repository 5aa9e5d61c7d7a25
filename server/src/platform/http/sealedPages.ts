import { refusedCursor } from "./cursor.ts";
import type { CursorScope, CursorSeal } from "./cursorSeal.ts";
import type { AnyAnswer, Route } from "./route.ts";

/** Encrypts and decrypts the cursors of one request to a list. */
export interface RequestCursors {
  /** Returns the query with its decrypted cursor. Throws 422 for a cursor that is malformed or belongs to another list or business. */
  opened(query: unknown): unknown;
  seal(position: string): string;
  /** Returns the result of `run` with its `next_cursor` encrypted. */
  sealed(answer: AnyAnswer): AnyAnswer;
}

/**
 * Returns the cursor functions of a route. Every list uses them, so that no feature can send an unencrypted cursor or read
 * a cursor that the server did not create. For routes without a `cursor` parameter, `opened` and `sealed` return their
 * input unchanged.
 */
export function cursorsOf(
  route: Route,
  seal: CursorSeal,
): (request: Omit<CursorScope, "operationId">) => RequestCursors {
  const isList = Object.hasOwn(route.query?.properties ?? {}, "cursor");
  return ({ businessId, params: { business, ...params } = {} }) => {
    const scope = { operationId: route.operationId, businessId: businessId ?? business, params };
    const sealOne = (position: string) => seal.seal(scope, position);
    const opened = (query: unknown) => {
      const { cursor } = query as { readonly cursor?: string };
      if (cursor === undefined) return query;
      const position = seal.open(scope, cursor);
      if (position === null) throw refusedCursor();
      return { ...(query as object), cursor: position };
    };
    const sealed = (answer: AnyAnswer): AnyAnswer => {
      if (!("data" in answer)) return answer;
      const { next_cursor: position } = answer.data as { readonly next_cursor: string | null };
      if (position === null) return answer;
      return { ...answer, data: { ...(answer.data as object), next_cursor: sealOne(position) } };
    };
    return {
      opened: isList ? opened : (query) => query,
      seal: sealOne,
      sealed: isList ? sealed : (answer) => answer,
    };
  };
}
