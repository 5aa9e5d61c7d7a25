import { reportsTexts } from "@daybook/i18n/reports";
import type { Money } from "@daybook/sdk";
import { useFormats, useText } from "../../../base/language.tsx";
import classes from "./Reports.module.css";
import type { Report } from "./reports.ts";

const MAX_BARS = 92;

/** Draws a bar chart of the money taken per day, with outlines for the compared period. The table below has the same figures. */
export function DayChart({ report: { rows, previous } }: { readonly report: Report }) {
  const t = useText(reportsTexts);
  const formats = useFormats();
  if (rows.length < 2 || rows.length > MAX_BARS) return null;
  const takenOf = (row: (typeof rows)[number] | undefined) => (row?.taken as Money | undefined)?.amount ?? 0;
  const most = Math.max(1, ...rows.map(takenOf), ...(previous?.rows.map(takenOf) ?? []));
  const dateOf = (index: number) => formats.day(String(rows.at(index)?.date));
  const share = (amount: number) => `${Math.round((Math.max(0, amount) / most) * 100)}%`;
  return (
    <figure className={`surface ${classes.chart}`}>
      <figcaption>{t("chart")}</figcaption>
      <div className={classes.bars} aria-hidden="true">
        {rows.map((row, index) => (
          <div
            key={String(row.date)}
            className={classes.bar}
            title={`${formats.day(String(row.date))}: ${formats.money(row.taken as Money)}`}
          >
            <span style={{ height: share(takenOf(row)) }} />
            {previous !== null && (
              <span className={classes.old} style={{ height: share(takenOf(previous.rows[index])) }} />
            )}
          </div>
        ))}
      </div>
      <div className={classes.axis}>
        <span>{dateOf(0)}</span>
        <span>{dateOf(-1)}</span>
      </div>
    </figure>
  );
}
