import { type Static, Type } from "typebox";
import { SCOPES } from "../../kernel/scopes.ts";
import { DateTime, Id, line, nullable, record, words } from "../../platform/http/shapes.ts";

/** Longest label of a key, in characters (spec §8). */
export const MAX_LABEL_LENGTH = 60;

/** Contract §3, "API key". The plain key is not part of it: it is shown once, at its making. */
export const ApiKey = record("ApiKey", "An API key, without its secret", {
  id: Id,
  label: line(MAX_LABEL_LENGTH, "What the key is for", 1),
  scopes: Type.Array(words(SCOPES), { minItems: 1, description: "What the key may do" }),
  created_at: DateTime,
  last_used_at: nullable(DateTime),
  revoked_at: nullable(DateTime),
});

export type ApiKeyRecord = Static<typeof ApiKey>;
