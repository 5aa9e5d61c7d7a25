import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { readWallet } from "./readWallet.ts";
import { Wallet } from "./schema.ts";

/** Spec §4. Only sales, payments and refunds change a wallet. */
export function walletRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client/wallet",
      access: scoped("clients:read"),
      operationId: "getClientWallet",
      tag: "Clients",
      summary: "Get the wallet of a client",
      description:
        "Packages and gift cards with a balance, and current memberships. The earliest to expire comes first.",
      data: Wallet,
      run: async ({ businessId, caller, params }) => ({
        data: await readWallet(database, businessId, params.client, clock.now(), ownOnly(caller, businessId)),
      }),
    }),
  ];
}
