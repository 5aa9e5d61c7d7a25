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
        "Newest first, by the database's clock. An entry is written in the transaction of the change, never contains secrets and is only altered when a client is erased. Creating an appointment has no entry: the appointment itself records it.",
      query: AuditQuery,
      data: AuditEntryPage,
      large: true,
      run: async ({ businessId, query }) => ({ data: await auditPage(database, businessId, query) }),
    }),
  ];
}
