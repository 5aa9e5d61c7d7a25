import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createApiKey } from "./createApiKey.ts";
import { listApiKeys } from "./listApiKeys.ts";
import { revokeApiKey } from "./revokeApiKey.ts";
import { ApiKeyInput, ApiKeyPage, ApiKeyQuery, ApiKeyWithSecret } from "./schema.ts";

const tag = "API keys";
const COLLECTION = "/businesses/:business/api-keys";

/**
 * Returns the routes of API keys (spec §4, §5). Only a user with a session can create keys, because the revocation of a leaked key would
 * not revoke the keys created with it.
 */
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
      description: "Newest first. Excludes revoked keys. The response does not contain the secrets.",
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
      description:
        "Only the first response contains the secret, in `key`. A replayed response omits the secret.",
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
      description: "Later requests with this key return 401.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => revokeApiKey(tx, businessId, params.key, clock.now())),
    }),
  ];
}
