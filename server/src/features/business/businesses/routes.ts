import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { refuseTooManyBusinesses } from "../../access/accounts/index.ts";
import { businessRecord, withBookingUrl } from "./businessRecord.ts";
import { clientFieldRoutes } from "./clientFieldRoutes.ts";
import { createBusiness } from "./createBusiness.ts";
import { Business, BusinessChanges, BusinessInput } from "./schema.ts";
import { updateBusiness } from "./updateBusiness.ts";

/** Creates the routes for a business and its settings (spec §4; app-operations, "Session and first steps"). */
export function businessRoutes(context: Context, address: () => string): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: "/businesses/:business",
      access: scoped("any"),
      operationId: "getBusiness",
      summary: "Get a business",
      description: "Includes the client fields in `client_fields`.",
      tag: "Account",
      data: Business,
      run: async ({ businessId }) => {
        const record = await businessRecord(database, businessId);
        return { data: await withBookingUrl(database, record, address()) };
      },
    }),
    route({
      method: "POST",
      path: "/businesses",
      access: { kind: "session" },
      operationId: "createBusiness",
      summary: "Create a business",
      description:
        "The caller becomes the owner. A user can own five businesses and five sandboxes. The business starts without locations, staff members and services. A sandbox is a business for testing an integration. It has a test clock and sends webhooks, but no e-mails or text messages, and takes no online payments. In a sandbox, the one-time code of visitors is 000000, and every response has the header `Service-Sandbox: true`.",
      tag: "Account",
      body: BusinessInput,
      data: Business,
      status: 201,
      run: ({ caller, body, storeResponse }) =>
        database.transaction(async (tx) => {
          await refuseTooManyBusinesses(tx, caller.userId, body.sandbox === true);
          return storeResponse(tx, { data: await createBusiness(tx, caller.userId, body, clock.now()) });
        }),
    }),
    route({
      method: "PATCH",
      path: "/businesses/:business",
      access: appOnly("owner"),
      operationId: "updateBusiness",
      summary: "Update a business",
      description:
        "Absent fields keep their values. Setting `type` to `med_spa`, `wellness` or `skincare` sets `webhook_payload` to `ids_only`.",
      tag: "Account",
      body: BusinessChanges,
      data: Business,
      run: ({ businessId, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const record = await updateBusiness(tx, businessId, body, clock.now());
          return storeResponse(tx, { data: await withBookingUrl(tx, record, address()) });
        }),
    }),
    ...clientFieldRoutes(context),
  ];
}
