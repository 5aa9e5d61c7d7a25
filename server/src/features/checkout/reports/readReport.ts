import { dateOf } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import type { ReportColumn, Values } from "./columns.ts";
import { csvOf } from "./csv.ts";
import type { ReportDefinition } from "./definition.ts";
import { comparedPeriod, type Period, periodOf, type ReportQuery } from "./period.ts";

interface Figures {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly Values[];
  readonly totals: Values;
}

/** Computes a report and returns it as JSON. Throws `validation_failed` for an unknown location and for an invalid period. */
export async function readReport(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  report: ReportDefinition,
  query: ReportQuery,
) {
  const { period, zoneName } = await openPeriod(reader, snapshot, query);
  const [figures, previous] = await Promise.all([
    figuresOf(reader, snapshot, report, query, period),
    query.compare === undefined
      ? null
      : figuresOf(reader, snapshot, report, query, comparedPeriod(period, query.compare)),
  ]);
  const { currency } = snapshot;
  const written = ({ rows, totals, ...dates }: Figures) => ({
    ...dates,
    rows: rows.map((row) => written1(report.columns, row, currency)),
    totals: written1(summed(report.columns), totals, currency),
  });
  return {
    location_id: query.location_id?.toLowerCase() ?? null,
    time_zone: zoneName,
    currency,
    ...written(figures),
    previous: previous === null ? null : written(previous),
  };
}

/** Computes a report and returns its rows as CSV. Throws `validation_failed` for an unknown location and for an invalid period. */
export async function reportCsv(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  report: ReportDefinition,
  query: ReportQuery,
): Promise<string> {
  const { period } = await openPeriod(reader, snapshot, query);
  const { rows } = await figuresOf(reader, snapshot, report, query, period);
  return csvOf(report.columns, rows, snapshot.currency);
}

export function summed(columns: readonly ReportColumn[]): ReportColumn[] {
  return columns.filter(({ isDetail }) => isDetail !== true);
}

async function openPeriod(reader: Reader, snapshot: SchedulingSnapshot, query: ReportQuery) {
  const { time_zone } = await businessRecord(reader, snapshot.businessId);
  const period = periodOf(snapshot, time_zone, query);
  return { period, zoneName: period.zone.name };
}

async function figuresOf(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  report: ReportDefinition,
  query: ReportQuery,
  period: Period,
): Promise<Figures> {
  const locationId = query.location_id?.toLowerCase() ?? null;
  const { rows, totals } = await report.rowsOf({ reader, snapshot, locationId, period });
  const sums = Object.fromEntries(
    summed(report.columns).map(({ key }) => [key, rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)]),
  );
  return { from: dateOf(period.firstDay), to: dateOf(period.lastDay), rows, totals: totals ?? sums };
}

function written1(columns: readonly ReportColumn[], row: Values, currency: string): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ key, kind }) => [
      key,
      kind === "money" ? moneyOf(Number(row[key] ?? 0), currency) : row[key],
    ]),
  );
}
