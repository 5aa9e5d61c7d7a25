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
        "Computes the fee by the policy version that the client accepted at booking. An appointment can have one fee. The fee is an open sale with one line and is paid like other sales.",
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
