import { reportsTexts } from "@daybook/i18n/reports";
import { useText } from "../../../base/language.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import table from "../../../ui/Table.module.css";
import { COLUMNS, type Report, type ReportName } from "./reports.ts";
import { useValueText } from "./useValueText.ts";

const isZero = (value: Report["totals"][string] | undefined) =>
  typeof value === "object" && value?.amount === 0;

const TEXT_KINDS = ["date", "name", "method"];

/** Shows a report as a table. Below each total, the table shows the comparison period's total. */
export function ReportTable({ name, report }: { readonly name: ReportName; readonly report: Report }) {
  const t = useText(reportsTexts);
  const text = useValueText();
  const columns = COLUMNS[name].filter(
    ({ field, isOmittedIfZero }) => !isOmittedIfZero || !isZero(report.totals[field]),
  );
  const numberClass = (kind: string) => (TEXT_KINDS.includes(kind) ? "" : (table.number ?? ""));
  if (report.rows.length === 0) return <EmptyNote title={t("empty")} hint={t("emptyHint")} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users must be able to scroll by keyboard.
    <section className={`surface ${table.scroll}`} aria-label={t(name)} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            {columns.map(({ field, kind, label }) => (
              <th key={field} scope="col" className={numberClass(kind)}>
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and keep the order of the response.
            <tr key={index}>
              {columns.map(({ field, kind }, at) =>
                at === 0 ? (
                  <th key={field} scope="row" className={kind === "date" ? table.date : undefined}>
                    {text(name, kind, row[field])}
                  </th>
                ) : (
                  <td key={field} className={numberClass(kind)}>
                    {text(name, kind, row[field])}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {columns.map(({ field, kind }, at) =>
              at === 0 ? (
                <th key={field} scope="row">
                  {t("total")}
                </th>
              ) : (
                <td key={field} className={numberClass(kind)}>
                  {text(name, kind, report.totals[field])}
                  {report.previous !== null && report.previous.totals[field] !== undefined && (
                    <span className={table.before}>
                      {t("before", { value: text(name, kind, report.previous.totals[field]) })}
                    </span>
                  )}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
