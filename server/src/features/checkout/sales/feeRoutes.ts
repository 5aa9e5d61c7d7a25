import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/calendar/index.ts";
import { chargeFee, type FeeFor } from "./chargeFee.ts";
import { FeeInput, Sale } from "./schema.ts";

/** What is charged for a visit that did not take place: by the policies, which know what the booking has accepted. */
export function feeRoutes({ database, clock }: Context, feeFor: FeeFor): Route[] {
  return [
    route({
      method: "POST",
      path: "/businesses/:business/clients/:client/fees",
      access: appOnly("owner", "manager"),
      operationId: "chargeFee",
      tag: "Sales",
      summary: "Charge a late-cancellation or no-show fee",
      description:
        "Only by the policy that the booking has accepted, and once: an open sale with one line, to be paid like any other.",
      body: FeeInput,
      data: Sale,
      status: 201,
      run: ({ businessId, params, body, storeResponse }) => {
        const charge = { clientId: params.client, input: body, now: clock.now() };
        return withSnapshot(database, businessId, (setup) =>
          database.transaction(async (tx) =>
            storeResponse(tx, { data: await chargeFee(tx, setup, feeFor, charge) }),
          ),
        );
      },
    }),
  ];
}
