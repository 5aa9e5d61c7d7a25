import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { me } from "./me.ts";
import { Me, MeChanges } from "./schema.ts";
import { renameUser } from "./store.ts";

/** Returns the routes of the user's account (spec §4). */
export function accountRoutes(context: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/me",
      access: { kind: "caller" },
      operationId: "getMe",
      summary: "Get the caller and their businesses",
      description:
        "With an API key, returns the owner to whom the key belongs and lists only the key's business in `memberships`.",
      tag: "Account",
      data: Me,
      run: async ({ caller }) => ({ data: await me(context.database, caller) }),
    }),
    route({
      method: "PATCH",
      path: "/me",
      access: { kind: "session" },
      operationId: "updateMe",
      summary: "Update the name of the signed-in user in all businesses",
      description: "Changes only the name. `POST /api/auth/change-password` changes the password.",
      tag: "Account",
      body: MeChanges,
      data: Me,
      run: ({ caller, body, storeResponse }) =>
        context.database.transaction(async (tx) => {
          const { first_name: firstName = null, last_name: lastName } = body;
          tx.write(renameUser, {
            id: caller.userId,
            firstName,
            keepsLastName: lastName === undefined,
            lastName: lastName || null,
            now: context.clock.now(),
          });
          return storeResponse(tx, { data: await me(tx, caller) });
        }),
    }),
  ];
}
