import { reportsTexts } from "@daybook/i18n/reports";
import { useText } from "../../../base/language.tsx";
import classes from "./Reports.module.css";
import type { ColumnKind, Report, ReportName } from "./reports.ts";
import { useValueText } from "./useValueText.ts";

export interface Figure {
  readonly field: string;
  readonly kind: ColumnKind;
  readonly label:
    | "taken"
    | "totalAmount"
    | "tips"
    | "appointments"
    | "completed"
    | "noShows"
    | "clientCount"
    | "newClients"
    | "sales"
    | "joined"
    | "booked"
    | "bookedAmount"
    | "offers"
    | "accepted";
}

/** Shows a report's most important totals in large type, each with the comparison period's total. */
export function Figures({
  name,
  report,
  figures,
}: {
  readonly name: ReportName;
  readonly report: Report;
  readonly figures: readonly Figure[];
}) {
  const t = useText(reportsTexts);
  const text = useValueText();
  return (
    <dl className={classes.tiles}>
      {figures.map(({ field, kind, label }) => (
        <div key={field} className={`surface ${classes.tile}`}>
          <dt>{t(label)}</dt>
          <dd className="numbers">
            {text(name, kind, report.totals[field])}
            {report.previous !== null && (
              <span className={classes.before}>
                {t("before", { value: text(name, kind, report.previous.totals[field]) })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The totals that `Figures` shows above each report. Reports without an entry show no totals above the table. */
export const FIGURES: Partial<Record<ReportName, readonly Figure[]>> = {
  overview: [
    { field: "taken", kind: "money", label: "taken" },
    { field: "total", kind: "money", label: "totalAmount" },
    { field: "tips", kind: "money", label: "tips" },
    { field: "appointments", kind: "number", label: "appointments" },
    { field: "completed", kind: "number", label: "completed" },
    { field: "no_shows", kind: "number", label: "noShows" },
  ],
  clients: [
    { field: "clients", kind: "number", label: "clientCount" },
    { field: "new_clients", kind: "number", label: "newClients" },
    { field: "sales", kind: "number", label: "sales" },
  ],
  waitlist: [
    { field: "joined", kind: "number", label: "joined" },
    { field: "booked", kind: "number", label: "booked" },
    { field: "amount", kind: "money", label: "bookedAmount" },
    { field: "offers", kind: "number", label: "offers" },
    { field: "accepted", kind: "number", label: "accepted" },
  ],
};
