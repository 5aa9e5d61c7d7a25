import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { businessRecord } from "./businessRecord.ts";
import { clientFieldRoutes } from "./clientFieldRoutes.ts";
import { createBusiness } from "./createBusiness.ts";
import { Business, BusinessChanges, BusinessInput } from "./schema.ts";
import { updateBusiness } from "./updateBusiness.ts";

/** A business and its settings (spec §4; app-operations, "Session and first steps"). */
export function businessRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: "/businesses/:business",
      access: scoped("any"),
      operationId: "getBusiness",
      summary: "Get a business",
<<<<<<< HEAD
      description: "With its client fields in `client_fields`. Any valid key may read it.",
=======
      description: "Includes the client fields. Any valid key may read it.",
>>>>>>> fa65c03 (docs(api): describe operations, errors and headers in plain terms)
      tag: "Account",
      data: Business,
      run: async ({ businessId }) => ({ data: await businessRecord(database, businessId) }),
    }),
    route({
      method: "POST",
      path: "/businesses",
      access: { kind: "session" },
      operationId: "createBusiness",
      summary: "Create a business",
<<<<<<< HEAD
      description: "The caller becomes its owner. It has no locations, staff or services yet.",
=======
      description:
        "The caller becomes the owner. A new business has no locations, staff members or services.",
>>>>>>> fa65c03 (docs(api): describe operations, errors and headers in plain terms)
      tag: "Account",
      body: BusinessInput,
      data: Business,
      status: 201,
      run: ({ caller, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, { data: await createBusiness(tx, caller.userId, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: "/businesses/:business",
      access: appOnly("owner"),
      operationId: "updateBusiness",
      summary: "Update a business",
      description:
<<<<<<< HEAD
        "Absent fields keep their values. A type whose deliveries contain only identifiers sets `webhook_payload` to `ids_only`.",
=======
        "Absent fields keep their values. Changing to a type whose deliveries hold only identifiers sets `webhook_payload` to `ids_only`.",
>>>>>>> fa65c03 (docs(api): describe operations, errors and headers in plain terms)
      tag: "Account",
      body: BusinessChanges,
      data: Business,
      run: ({ businessId, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, { data: await updateBusiness(tx, businessId, body, clock.now()) }),
        ),
    }),
    ...clientFieldRoutes(context),
  ];
}
