import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { auditPage } from "./readAudit.ts";
import { AuditEntryPage, AuditQuery } from "./schema.ts";

/** Who did what (app-operations). */
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
        "Newest first, by the database's clock. What was done is there with its transaction or not at all, and is never changed; secrets are never in it. That a visit was booked is told by the visit itself.",
      query: AuditQuery,
      data: AuditEntryPage,
      run: async ({ businessId, query }) => ({ data: await auditPage(database, businessId, query) }),
    }),
  ];
}
