import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { chargeFee, type FeeOf } from "./chargeFee.ts";
import { FeeInput, Sale } from "./schema.ts";

export function feeRoutes({ database, clock }: Context, feeOf: FeeOf): Route[] {
  return [
    route({
      method: "POST",
      path: "/businesses/:business/clients/:client/fees",
      access: appOnly("owner", "manager"),
      operationId: "chargeFee",
      tag: "Sales",
      summary: "Charge a late-cancellation or no-show fee",
      description:
        "Computes the fee under the policy version that the client accepted at booking; at most one per appointment. The fee is an open sale with one line, paid like any other.",
      body: FeeInput,
      data: Sale,
      status: 201,
      run: ({ businessId, params, body, storeResponse }) => {
        const charge = { clientId: params.client, input: body, now: clock.now() };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) =>
            storeResponse(tx, { data: await chargeFee(tx, snapshot, feeOf, charge) }),
          ),
        );
      },
    }),
  ];
}
