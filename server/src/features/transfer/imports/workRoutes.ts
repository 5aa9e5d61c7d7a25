import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Import } from "./schema.ts";
import { startRun, startUndo } from "./start.ts";

const tag = "Imports";
const ONE = "/businesses/:business/imports/:import";
const access = appOnly("owner", "manager");

/** Returns the routes with which owners and managers run and undo an import. */
export function importWorkRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "POST",
      path: `${ONE}/run`,
      access,
      operationId: "runImport",
      tag,
      summary: "Run an import",
      description:
        "The worker imports the rows in batches without sending events or e-mails. An appointment whose time is taken is not imported.",
      data: Import,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, params, address, storeResponse }) =>
        database.transaction(async (tx) => {
          const start = {
            businessId,
            importId: params.import,
            userId: caller.userId,
            address,
            now: clock.now(),
          };
          return storeResponse(tx, { data: await startRun(tx, start) });
        }),
    }),
    route({
      method: "POST",
      path: `${ONE}/undo`,
      access,
      operationId: "undoImport",
      tag,
      summary: "Undo an import",
      description:
        "Possible for 24 hours after the run. Deletes the import and the clients, services, categories and appointments that it created. Records that were changed or have other records are kept.",
      data: Import,
      errors: ["invalid_transition"],
      run: ({ businessId, caller, params, address, storeResponse }) =>
        database.transaction(async (tx) => {
          const start = {
            businessId,
            importId: params.import,
            userId: caller.userId,
            address,
            now: clock.now(),
          };
          return storeResponse(tx, { data: await startUndo(tx, start) });
        }),
    }),
  ];
}
