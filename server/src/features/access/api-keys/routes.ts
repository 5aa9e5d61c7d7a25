import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createApiKey } from "./createApiKey.ts";
import { listApiKeys } from "./listApiKeys.ts";
import { revokeApiKey } from "./revokeApiKey.ts";
import { ApiKeyInput, ApiKeyPage, ApiKeyQuery, ApiKeyWithSecret } from "./schema.ts";

const tag = "API keys";
const COLLECTION = "/businesses/:business/api-keys";

/** API keys (spec §4, §5). Only a session can create them: revoking a key must not leave others that it created. */
export function apiKeyRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: appOnly("owner"),
      operationId: "listApiKeys",
      tag,
      summary: "List API keys",
<<<<<<< HEAD
      description: "Newest first, without revoked keys. The secret is not included.",
=======
      description:
        "Newest first, without revoked keys. The secret of a key is only in the answer that created it.",
>>>>>>> fa65c03 (docs(api): describe operations, errors and headers in plain terms)
      query: ApiKeyQuery,
      data: ApiKeyPage,
      run: async ({ businessId, query }) => ({ data: await listApiKeys(database, businessId, query) }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access: appOnly("owner"),
      operationId: "createApiKey",
      tag,
      summary: "Create an API key",
<<<<<<< HEAD
      description:
        "The answer contains the secret in `key`, only this once. A replayed answer does not contain it.",
=======
      description: "The answer holds the secret in `key`, only this once; a replayed answer omits it.",
>>>>>>> fa65c03 (docs(api): describe operations, errors and headers in plain terms)
      body: ApiKeyInput,
      data: ApiKeyWithSecret,
      status: 201,
      replaysWithout: ["key"],
      run: ({ businessId, caller, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const wanted = { ...body, businessId, userId: caller.userId, now: clock.now() };
          return storeResponse(tx, { data: await createApiKey(tx, wanted) });
        }),
    }),
    route({
      method: "DELETE",
      path: `${COLLECTION}/:key`,
      access: appOnly("owner"),
      operationId: "revokeApiKey",
      tag,
      summary: "Revoke an API key",
<<<<<<< HEAD
      description: "Requests with this key that arrive after the answer are refused.",
=======
      description: "From this answer on, every request with the key is refused.",
>>>>>>> fa65c03 (docs(api): describe operations, errors and headers in plain terms)
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) => revokeApiKey(tx, businessId, params.key, clock.now())),
      }),
    }),
  ];
}
