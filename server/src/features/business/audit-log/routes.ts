import { Type } from "typebox";
import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { assertClient } from "../../clients/clients/index.ts";
import { ownAppointments } from "../../scheduling/appointments/index.ts";
import { auditCsv } from "./auditCsv.ts";
import { historyOf } from "./history.ts";
import { auditPage } from "./readAudit.ts";
import { AuditCsvQuery, AuditEntryPage, AuditQuery, HistoryPage, HistoryQuery } from "./schema.ts";

const members = appOnly("owner", "manager", "reception", "staff");

/** Creates the routes for the audit log (app-operations.md) and for the history of an appointment or client. */
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
        "Newest first. Each entry is written in the transaction of its change and never contains secrets. Erasing a client removes personal data from its entries. Creating an appointment adds no entry, because the appointment records who created it.",
      query: AuditQuery,
      data: AuditEntryPage,
      large: true,
      reads: "replica",
      run: async ({ businessId, query, reader }) => ({ data: await auditPage(reader, businessId, query) }),
    }),
    route({
      method: "GET",
      path: "/businesses/:business/audit-log/csv",
      access: appOnly("owner"),
      operationId: "exportAuditLog",
      tag: "Audit log",
      summary: "Export the audit log as CSV",
      description:
        "Newest first, at most 10,000 entries. To export older entries, send the time of the last entry as `to`. Cells that a spreadsheet would run as a formula start with an apostrophe.",
      query: AuditCsvQuery,
      data: Type.String(),
      fileMediaTypes: ["text/csv"],
      large: true,
      reads: "replica",
      run: ({ businessId, query, reader }) => auditCsv(reader, businessId, query),
    }),
    route({
      method: "GET",
      path: "/businesses/:business/appointments/:appointment/history",
      access: members,
      operationId: "listAppointmentHistory",
      tag: "Appointments",
      summary: "List the changes to an appointment",
      description:
        "Newest first. Each entry contains the actor and the changed fields. Booking the appointment adds no entry, because the appointment records who created it.",
      query: HistoryQuery,
      data: HistoryPage,
      run: async ({ businessId, caller, params, query }) => {
        await ownAppointments.readOwnAppointment(
          database,
          businessId,
          params.appointment,
          ownOnly(caller, businessId),
        );
        return { data: await historyOf(database, businessId, params.appointment, query) };
      },
    }),
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client/history",
      access: members,
      operationId: "listClientHistory",
      tag: "Clients",
      summary: "List the changes to a client",
      description: "Newest first. Each entry contains the actor and the changed fields of the client.",
      query: HistoryQuery,
      data: HistoryPage,
      run: async ({ businessId, caller, params, query }) => {
        await assertClient(database, businessId, params.client, ownOnly(caller, businessId));
        return { data: await historyOf(database, businessId, params.client, query) };
      },
    }),
  ];
}
