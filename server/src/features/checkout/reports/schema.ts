import { Type } from "typebox";
import {
  Currency,
  described,
  Id,
  LocalDate,
  nullable,
  query,
  record,
  TimeZone,
  words,
} from "../../../platform/http/shapes.ts";
import { schemaOf } from "./columns.ts";
import type { ReportDefinition } from "./definition.ts";
import { summed } from "./readReport.ts";

export const ReportQuerySchema = query({
  location_id: Type.Optional(described(Id, "Only this location; default: all locations")),
  from: described(
    LocalDate,
    "First local date, in the time zone of the location or, without a location, of the business",
  ),
  to: described(LocalDate, "Last local date, included; at most 732 days in all"),
  compare: Type.Optional(
    words(["period", "year"] as const, "Also returns the preceding period, or the same dates a year earlier"),
  ),
  format: Type.Optional(
    words(["json", "csv"] as const, "Default: the format preferred by the `Accept` header"),
  ),
});

/** Returns the schema of a report, for example `TakingsReport` for `takings`. */
export function reportRecord({ name, label, columns }: ReportDefinition) {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const row = record(
    `${title}ReportRow`,
    `A row of the ${label} report`,
    Object.fromEntries(columns.map((column) => [column.key, schemaOf(column)])),
  );
  const totals = record(
    `${title}ReportTotals`,
    `The totals of the ${label} report`,
    Object.fromEntries(summed(columns).map((column) => [column.key, schemaOf(column)])),
  );
  const figures = {
    from: described(LocalDate, "First date"),
    to: described(LocalDate, "Last date"),
    rows: Type.Array(row, { description: "The rows" }),
    totals,
  };
  return record(`${title}Report`, `The ${label} report`, {
    location_id: nullable(Id, "The location; null: all"),
    time_zone: TimeZone,
    currency: Currency,
    ...figures,
    previous: nullable(
      record(`${title}ReportBefore`, `The compared period of the ${label} report`, figures),
      "The compared period; null without `compare`",
    ),
  });
}
