import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createApiKey } from "./createApiKey.ts";
import { listApiKeys } from "./listApiKeys.ts";
import { revokeApiKey } from "./revokeApiKey.ts";
import { ApiKeyInput, ApiKeyPage, ApiKeyQuery, ApiKeyWithSecret } from "./schema.ts";

const tag = "API keys";
const COLLECTION = "/businesses/:business/api-keys";

/** API keys (spec §4, §5): made and revoked by an owner in the app. A key that could make keys could not be revoked. */
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
      description: "Newest first; revoked ones have left the list. The secret is never shown again.",
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
      description: "The answer holds `key`, this once. A replayed answer leaves it out.",
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
      description: "No request that arrives after the answer is let in by it, anywhere.",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) => revokeApiKey(tx, businessId, params.key, clock.now())),
      }),
    }),
  ];
}
