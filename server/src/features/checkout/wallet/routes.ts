import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { adjustEntitlement, setBlocked } from "./adjust.ts";
import { readWallet } from "./readWallet.ts";
import { Entitlement, EntitlementAdjustmentInput, EntitlementReasonInput, Wallet } from "./schema.ts";

const ENTITLEMENT = "/businesses/:business/entitlements/:entitlement";
const managers = appOnly("owner", "manager");

/** Returns the routes for wallets and entitlements (spec §4). */
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
        "Returns packages and gift cards with a balance, and current memberships. Sorted by expiry, earliest first.",
      data: Wallet,
      large: true,
      run: async ({ businessId, caller, params }) => ({
        data: await readWallet(database, businessId, params.client, clock.now(), ownOnly(caller, businessId)),
      }),
    }),
    route({
      method: "POST",
      path: `${ENTITLEMENT}/adjustments`,
      access: managers,
      operationId: "adjustEntitlement",
      tag: "Sales",
      summary: "Adjust the balance of an entitlement",
      description:
        "Adds an entry with the reason to the ledger. Returns 422 for an expired or withdrawn entitlement.",
      body: EntitlementAdjustmentInput,
      data: Entitlement,
      status: 201,
      run: ({ businessId, params, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const adjusting = { entitlementId: params.entitlement, ...body, now: clock.now() };
          return storeResponse(tx, { data: await adjustEntitlement(tx, businessId, adjusting) });
        }),
    }),
    ...[true, false].map((isBlocked) =>
      route({
        method: "POST",
        path: `${ENTITLEMENT}/${isBlocked ? "block" : "unblock"}`,
        access: managers,
        operationId: isBlocked ? "blockEntitlement" : "unblockEntitlement",
        tag: "Sales",
        summary: isBlocked ? "Block an entitlement" : "Unblock an entitlement",
        description: isBlocked
          ? "A blocked entitlement cannot be redeemed. Adds an entry with the reason to the ledger."
          : "Adds an entry with the reason to the ledger. An entitlement that is not blocked is returned unchanged.",
        body: EntitlementReasonInput,
        data: Entitlement,
        run: ({ businessId, params, body, storeResponse }) =>
          database.transaction(async (tx) => {
            const change = { entitlementId: params.entitlement, ...body, isBlocked, now: clock.now() };
            return storeResponse(tx, { data: await setBlocked(tx, businessId, change) });
          }),
      }),
    ),
  ];
}
