import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { auditPage } from "./readAudit.ts";
import { AuditEntryPage, AuditQuery } from "./schema.ts";

/** The audit log (app-operations). */
export function auditLogRoutes({ database }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/audit-log",
      access: appOnly("owner"),
      operationId: "listAuditEntries",
      tag: "Audit log",
      summary: "List audit log entries",
      description:
<<<<<<< HEAD
        "Newest first, by the database's clock. An entry is written in the transaction of the change, never contains secrets and is only altered when a client is erased. Creating an appointment has no entry: the appointment itself records it.",
=======
        "Newest first, by the clock of the database. An entry is written in the transaction of its change and never modified; it holds no secrets. Bookings have no entry: the appointment holds their origin.",
>>>>>>> fa65c03 (docs(api): describe operations, errors and headers in plain terms)
      query: AuditQuery,
      data: AuditEntryPage,
      run: async ({ businessId, query }) => ({ data: await auditPage(database, businessId, query) }),
    }),
  ];
}
