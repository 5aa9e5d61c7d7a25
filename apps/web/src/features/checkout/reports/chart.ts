import type { Money } from "@daybook/sdk";
import type { ColumnKind, Report, ReportName, ReportRow } from "./reports.ts";

/** The values of a chart, one for each label. `outline` is drawn behind `fill`. */
export interface ChartSeries {
  readonly label: string;
  readonly look: "fill" | "outline";
  readonly values: readonly (number | null)[];
}

/** The data of a chart with bars, or with lines if there are too many labels for bars. */
export interface Chart {
  readonly caption: string;
  readonly labels: readonly string[];
  /** Whether the labels are dates. The chart may omit some of the dates. */
  readonly areDates: boolean;
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** Formats a value for the axis. Amounts have no decimals. */
  readonly formatTick: (value: number) => string;
}

type TextKey =
  | "chart"
  | "chartMethod"
  | "chartStaff"
  | "chartServices"
  | "chartUtilisation"
  | "chartWaitlist"
  | "booked"
  | "joined"
  | "thisPeriod"
  | "comparedPeriod";

interface Definition {
  readonly caption: TextKey;
  /**
   * The column that labels the bars. `key` is the field that identifies the same row in the comparison period. Without `key`, rows match
   * by position.
   */
  readonly label: { readonly field: string; readonly kind: ColumnKind };
  readonly key?: string;
  readonly value: { readonly field: string; readonly kind: "money" | "share" | "number" };
  /** A second field of the same rows, drawn as an outline instead of the comparison period. */
  readonly whole?: { readonly field: string; readonly label: TextKey };
  readonly valueLabel?: TextKey;
  readonly maxRows?: number;
}

const MAX_SERVICES = 10;

const CHARTS: Partial<Record<ReportName, Definition>> = {
  overview: {
    caption: "chart",
    label: { field: "date", kind: "date" },
    value: { field: "taken", kind: "money" },
  },
  takings: {
    caption: "chartMethod",
    label: { field: "method", kind: "method" },
    key: "method",
    value: { field: "net", kind: "money" },
  },
  staff: {
    caption: "chartStaff",
    label: { field: "staff_name", kind: "name" },
    key: "staff_id",
    value: { field: "amount", kind: "money" },
  },
  services: {
    caption: "chartServices",
    label: { field: "name", kind: "name" },
    key: "service_id",
    value: { field: "amount", kind: "money" },
    maxRows: MAX_SERVICES,
  },
  utilisation: {
    caption: "chartUtilisation",
    label: { field: "staff_name", kind: "name" },
    key: "staff_id",
    value: { field: "percent", kind: "share" },
  },
  waitlist: {
    caption: "chartWaitlist",
    label: { field: "date", kind: "date" },
    value: { field: "booked", kind: "number" },
    whole: { field: "joined", label: "joined" },
    valueLabel: "booked",
  },
};

/** Returns the chart of a report; undefined if the report has no chart or fewer than two rows. */
export function chartOf(
  name: ReportName,
  { rows, previous, currency }: Report,
  {
    t,
    text,
    tick,
  }: {
    readonly t: (key: TextKey) => string;
    readonly text: (kind: ColumnKind, value: ReportRow[string] | undefined) => string;
    readonly tick: (kind: "money" | "share" | "number", value: ReportRow[string]) => string;
  },
): Chart | undefined {
  const definition = CHARTS[name];
  const shown = rows.slice(0, definition?.maxRows ?? rows.length);
  if (definition === undefined || shown.length < 2) return undefined;
  const { label, key, value, whole, valueLabel } = definition;
  const asValue = (number: number) => (value.kind === "money" ? { amount: number, currency } : number);
  const before = (row: ReportRow, index: number) =>
    key === undefined ? previous?.rows[index] : previous?.rows.find((other) => other[key] === row[key]);
  const fill: ChartSeries = {
    label: t(valueLabel ?? "thisPeriod"),
    look: "fill",
    values: shown.map((row) => numberIn(row, value.field)),
  };
  const outline: ChartSeries[] =
    whole !== undefined
      ? [
          {
            label: t(whole.label),
            look: "outline",
            values: shown.map((row) => numberIn(row, whole.field)),
          },
        ]
      : previous !== null
        ? [
            {
              label: t("comparedPeriod"),
              look: "outline",
              values: shown.map((row, index) => numberIn(before(row, index), value.field)),
            },
          ]
        : [];
  return {
    caption: t(definition.caption),
    areDates: label.kind === "date",
    labels: shown.map((row) => text(label.kind, row[label.field])),
    series: [...outline, fill],
    format: (number) => text(value.kind, asValue(number)),
    formatTick: (number) => tick(value.kind, asValue(number)),
  };
}

function numberIn(row: ReportRow | undefined, field: string): number | null {
  const value = row?.[field];
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? (value as Money).amount : Number(value);
}
