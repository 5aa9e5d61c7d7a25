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
      description:
        "The user behind the key: the owner who made it. `memberships` holds only the key's business.",
      tag: "Account",
      data: Me,
      run: async ({ caller }) => ({ data: await me(context.database, caller) }),
    }),
  ];
}
