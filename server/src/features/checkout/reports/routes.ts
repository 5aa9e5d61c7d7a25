import type { Context } from "../../../platform/context.ts";
import { prefersText } from "../../../platform/http/htmlPage.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { readReport, reportCsv } from "./readReport.ts";
import { REPORTS } from "./reports.ts";
import { ReportQuerySchema, reportRecord } from "./schema.ts";

export function reportRoutes({ database }: Context): Route[] {
  return REPORTS.map((report) => {
    const { name, label, description } = report;
    return route({
      method: "GET",
      path: `/businesses/:business/reports/${name}` as "/businesses/:business/reports",
      access: appOnly("owner", "manager"),
      operationId: `get${name.charAt(0).toUpperCase()}${name.slice(1)}Report`,
      tag: "Reports",
      summary: `Get the ${label} report`,
      description,
      query: ReportQuerySchema,
      data: reportRecord(report),
      documentMediaTypes: ["text/csv"],
      large: true,
      reads: "replica",
      run: async ({ businessId, query, sent, reader }) => {
        const format = query.format ?? (prefersText(sent.header("accept"), "csv") ? "csv" : "json");
        return withSnapshot(database, businessId, async (snapshot) => {
          if (format === "json")
            return { data: (await readReport(reader, snapshot, report, query)) as never };
          const text = await reportCsv(reader, snapshot, report, query);
          const fileName = `${name}-${query.from}-${query.to}.csv`;
          return { document: { mediaType: "text/csv", text, fileName } };
        });
      },
    });
  });
}
