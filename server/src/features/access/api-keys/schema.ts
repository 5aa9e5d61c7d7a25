import { type Static, Type } from "typebox";
import { SCOPES } from "../../../kernel/scopes.ts";
import {
  CreatedAt,
  described,
  Id,
  input,
  line,
  nullable,
  page,
  pageQuery,
  query,
  record,
  utc,
  words,
} from "../../../platform/http/shapes.ts";

/** Maximum length of a key's label, in characters (spec §8). */
export const MAX_LABEL_LENGTH = 60;

/** The API record of an API key (contract §3), without the secret: only the response to the creation contains the secret. */
export const ApiKey = record("ApiKey", "An API key, without its secret", {
  id: described(Id, "The key's identifier, which is not secret"),
  label: line(MAX_LABEL_LENGTH, "Label of the key", 1),
  prefix: nullable(
    Type.String({
      description:
        "The first 8 characters of the key, to distinguish keys; null for keys created before these characters were stored",
      examples: ["dbk_exam"],
    }),
  ),
  scopes: Type.Array(words(SCOPES), { minItems: 1, description: "Scopes of the key" }),
  created_at: CreatedAt,
  last_used_at: nullable(utc("Time of the last use, to the minute")),
  revoked_at: nullable(utc("Time of revocation; null while the key is valid")),
});

export type ApiKeyRecord = Static<typeof ApiKey>;

export const ApiKeyPage = page("ApiKeyPage", ApiKey);

export const ApiKeyQuery = query(pageQuery());

/** The body of the 201 response to the creation of a key. */
export const ApiKeyWithSecret = record(
  "ApiKeyWithSecret",
  "An API key with its secret, which no other response contains",
  {
    ...ApiKey.properties,
    key: Type.String({
      description:
        "The secret key: `dbk_`, 43 characters and a checksum of 6. It is not stored; absent in a replayed response",
      examples: ["dbk_exampleexampleexampleexampleexampleexampleexample"],
    }),
  },
);

export const ApiKeyInput = input("ApiKeyInput", "A new API key", {
  label: line(MAX_LABEL_LENGTH, "Label of the key", 1),
  scopes: Type.Array(words(SCOPES), {
    minItems: 1,
    maxItems: 50,
    description: "Scopes of the key; repeated scopes count once",
  }),
});
