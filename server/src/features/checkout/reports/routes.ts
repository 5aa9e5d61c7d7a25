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
      run: async ({ businessId, query, sent }) => {
        const format = query.format ?? (prefersText(sent.header("accept"), "csv") ? "csv" : "json");
        return withSnapshot(database, businessId, async (snapshot) => {
          if (format === "json")
            return { data: (await readReport(database, snapshot, report, query)) as never };
          const text = await reportCsv(database, snapshot, report, query);
          const fileName = `${name}-${query.from}-${query.to}.csv`;
          return { document: { mediaType: "text/csv", text, fileName } };
        });
      },
    });
  });
}
