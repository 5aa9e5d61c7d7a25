import type { Money } from "@daybook/sdk";
import { api } from "../../../base/api.ts";

/** A report as the page shows it: the rows and totals of the period, and the rows and totals of the comparison period. */
export interface Report {
  readonly currency: string;
  readonly rows: readonly ReportRow[];
  readonly totals: ReportRow;
  readonly previous: { readonly rows: readonly ReportRow[]; readonly totals: ReportRow } | null;
}

export type ReportRow = Readonly<Record<string, string | number | Money | null>>;

/** The format of a column's values. `share` is a percentage (100 is the whole); `time` is in minutes. */
export type ColumnKind = "date" | "name" | "method" | "number" | "money" | "share" | "time";

interface Column {
  readonly field: string;
  readonly kind: ColumnKind;
  readonly label: string;
  /** Whether the table omits the column if its total is zero, such as added taxes where prices include taxes. */
  readonly isOmittedIfZero: boolean;
}

export interface ReportInput {
  readonly business: string;
  readonly location_id: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly compare: "period" | "year" | undefined;
}

export const REPORT_NAMES = [
  "overview",
  "takings",
  "taxes",
  "staff",
  "services",
  "clients",
  "utilisation",
  "liabilities",
  "waitlist",
] as const;

export type ReportName = (typeof REPORT_NAMES)[number];

const OPERATIONS = {
  overview: api.reports.getOverview,
  takings: api.reports.getTakings,
  taxes: api.reports.getTaxes,
  staff: api.reports.getStaff,
  services: api.reports.getServices,
  clients: api.reports.getClients,
  utilisation: api.reports.getUtilisation,
  liabilities: api.reports.getLiabilities,
  waitlist: api.reports.getWaitlist,
} as const;

function queryOf({ location_id, from, to, compare }: ReportInput) {
  return {
    from,
    to,
    ...(location_id === undefined ? {} : { location_id }),
    ...(compare === undefined ? {} : { compare }),
  };
}

export function reportQuery(name: ReportName, input: ReportInput) {
  return {
    queryKey: [input.business, "sales", "report", name, queryOf(input)],
    queryFn: (): Promise<Report> =>
      OPERATIONS[name]({ path: { business: input.business }, query: queryOf(input) }),
  } as const;
}

/** Returns the URL of a report in CSV format. The browser downloads the file with the session cookie. */
export function csvAddress(name: ReportName, input: ReportInput): string {
  const query = new URLSearchParams({ ...queryOf(input), format: "csv" });
  return `/api/v1/businesses/${input.business}/reports/${name}?${query}`;
}

const column = <L extends string>(field: string, kind: ColumnKind, label: L, isOmittedIfZero = false) => ({
  field,
  kind,
  label,
  isOmittedIfZero,
});

/** The columns of each report. The first column labels the rows. */
export const COLUMNS = {
  overview: [
    column("date", "date", "date"),
    column("taken", "money", "taken"),
    column("refunded", "money", "refunded"),
    column("sales", "number", "sales"),
    column("total", "money", "totalAmount"),
    column("discount", "money", "discount"),
    column("tax", "money", "tax", true),
    column("tips", "money", "tips"),
    column("appointments", "number", "appointments"),
    column("completed", "number", "completed"),
    column("cancelled", "number", "cancelled"),
    column("no_shows", "number", "noShows"),
  ],
  takings: [
    column("method", "method", "method"),
    column("payments", "number", "payments"),
    column("taken", "money", "taken"),
    column("tips", "money", "tips"),
    column("refunded", "money", "refunded"),
    column("net", "money", "net"),
  ],
  taxes: [
    column("name", "name", "taxName"),
    column("percent", "share", "percent"),
    column("base", "money", "base"),
    column("tax", "money", "tax"),
    column("refunded_tax", "money", "refundedTax"),
    column("net_tax", "money", "netTax"),
  ],
  staff: [
    column("staff_name", "name", "staffMember"),
    column("services_sold", "number", "servicesSold"),
    column("services_amount", "money", "servicesAmount"),
    column("products_amount", "money", "productsAmount"),
    column("other_amount", "money", "otherAmount"),
    column("amount", "money", "amount"),
    column("booked", "number", "booked"),
    column("booked_minutes", "time", "bookedTime"),
  ],
  services: [
    column("name", "name", "service"),
    column("quantity", "number", "quantity"),
    column("amount", "money", "amount"),
    column("discount", "money", "discount"),
  ],
  clients: [
    column("name", "name", "client"),
    column("sales", "number", "sales"),
    column("amount", "money", "amount"),
  ],
  utilisation: [
    column("staff_name", "name", "staffMember"),
    column("working_minutes", "time", "workingTime"),
    column("booked_minutes", "time", "bookedTime"),
    column("percent", "share", "utilisation"),
  ],
  liabilities: [
    column("kind", "method", "kind"),
    column("entitlements", "number", "entitlements"),
    column("units", "number", "units"),
    column("amount", "money", "amount"),
  ],
  waitlist: [
    column("date", "date", "date"),
    column("joined", "number", "joined"),
    column("waiting", "number", "stillWaiting"),
    column("booked", "number", "booked"),
    column("cancelled", "number", "cancelled"),
    column("expired", "number", "expired"),
    column("amount", "money", "bookedAmount"),
    column("offers", "number", "offers"),
    column("accepted", "number", "accepted"),
    column("declined", "number", "declined"),
    column("unanswered", "number", "unanswered"),
  ],
} as const satisfies Record<ReportName, readonly Column[]>;
