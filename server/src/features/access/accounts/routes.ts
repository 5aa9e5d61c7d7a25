import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { me } from "./me.ts";
import { Me } from "./schema.ts";

/** Account (spec §4). */
export function accountRoutes(context: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/me",
      access: { kind: "caller" },
      operationId: "getMe",
      summary: "Get the caller and their businesses",
      description: "For an API key: the owner who created it, and in `memberships` the key's business only.",
      tag: "Account",
      data: Me,
      run: async ({ caller }) => ({ data: await me(context.database, caller) }),
    }),
  ];
}
