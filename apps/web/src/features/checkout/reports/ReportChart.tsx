import { reportsTexts } from "@daybook/i18n/reports";
import type { Money } from "@daybook/sdk";
import { lazy, Suspense, useMemo } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { chartOf } from "./chart.ts";
import classes from "./Reports.module.css";
import type { Report, ReportName } from "./reports.ts";
import { useValueText } from "./useValueText.ts";

/** Loads uPlot only when a chart is shown. */
const Plot = lazy(() => import("./Plot.tsx"));

/** Draws the chart of a report. The table below contains the same figures for screen readers and keyboard users. */
export function ReportChart({
  name,
  report,
  caption,
}: {
  readonly name: ReportName;
  readonly report: Report;
  /** Replaces the chart's default caption. */
  readonly caption?: string;
}) {
  const t = useText(reportsTexts);
  const formats = useFormats();
  const text = useValueText();
  const chart = useMemo(
    () =>
      chartOf(name, report, {
        t,
        text: (kind, value) => text(name, kind, value),
        tick: (kind, value) =>
          kind === "money" ? formats.wholeMoney(value as Money) : text(name, kind, value),
      }),
    [name, report, t, text, formats],
  );
  if (chart === undefined) return null;
  const title = caption ?? chart.caption;
  return (
    <figure className={`surface ${classes.chart}`}>
      <figcaption className={classes.caption}>
        <span>{title}</span>
        {chart.series.length > 1 &&
          chart.series.toReversed().map(({ label, look }) => (
            <span key={label} className={classes.legend}>
              <span className={classes.swatch} data-look={look} />
              {label}
            </span>
          ))}
      </figcaption>
      <div className={classes.plot} role="img" aria-label={title}>
        <Suspense>
          <Plot chart={chart} />
        </Suspense>
      </div>
    </figure>
  );
}
