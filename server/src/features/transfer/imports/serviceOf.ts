import type { RowProblem } from "../../../tables/transfer.ts";
import type { menuImports } from "../../business/services/index.ts";
import { type Named, type NamedRecords, namesIn } from "./namedRecords.ts";
import { problem } from "./problems.ts";
import { RowCells } from "./rowCells.ts";
import type { ServiceTarget } from "./serviceTargets.ts";
import { durationIn, priceIn, priceKindIn } from "./serviceValues.ts";
import { lineOf, paragraphsOf, yesNoIn } from "./values.ts";

type MenuInput = Parameters<typeof menuImports.create>[2];
type ServiceInput = MenuInput["services"][number]["service"];

/** The settings for reading the rows of a file of services. */
export interface ServiceReader {
  readonly columns: readonly string[];
  readonly targets: readonly (ServiceTarget | null)[];
  readonly currency: string;
  /** The active staff members. */
  readonly staff: NamedRecords<Named>;
}

/** The values of a row. `service` is null if the name, the duration or the price is missing or invalid. */
export interface ReadService {
  readonly service: ServiceInput | null;
  /** The name of the service, even if `service` is null; empty if the row has no name. */
  readonly name: string;
  readonly category: string | null;
  /** The ids of the staff members who perform the service. */
  readonly staff: readonly string[];
  readonly problems: readonly RowProblem[];
}

const MAX_NAME = 120;
const MAX_DESCRIPTION = 2000;

/**
 * Reads the values of a row. An invalid optional value is omitted and reported as a problem. A row without a name, a duration or a price is
 * not imported, because clients could otherwise book a service with wrong data.
 */
export function serviceOf(row: readonly string[], reader: ServiceReader): ReadService {
  const cells = new RowCells<ServiceTarget>(row, reader);
  const name = cells.short("name", lineOf(cells.of("name")), MAX_NAME);
  const category = cells.short("category", lineOf(cells.of("category")), MAX_NAME) || null;
  const description = cells.short("description", paragraphsOf(cells.of("description")), MAX_DESCRIPTION);
  const duration = cells.read("duration", durationIn(cells.of("duration")));
  const before = cells.read("buffer_before", durationIn(cells.of("buffer_before")));
  const after = cells.read("buffer_after", durationIn(cells.of("buffer_after")));
  const price = cells.read("price", priceIn(cells.of("price"), fractionDigits(reader.currency)));
  const kind = cells.read("price_kind", priceKindIn(cells.of("price_kind")));
  const isOnline = cells.read("online_bookable", yesNoIn(cells.of("online_bookable")));
  const staff = namesIn(cells.of("staff"), reader.staff).flatMap((found) =>
    typeof found === "string" ? found : (cells.read<string>("staff", found) ?? []),
  );
  const isFree = kind === "free" || price?.kind === "free";
  const missing = [
    ...(name === "" ? [problem("no_service_name")] : []),
    ...(duration || cells.isReported("duration") ? [] : [problem("no_duration")]),
    ...(price !== null || isFree || cells.isReported("price") ? [] : [problem("no_price")]),
  ].map((each) => ({ column: null, ...each }));
  if (name === "" || !duration || (price === null && !isFree))
    return { service: null, name, category, problems: [...cells.problems, ...missing], staff };
  return {
    service: {
      name,
      duration_minutes: duration,
      price: { amount: isFree ? 0 : (price?.amount ?? 0), currency: reader.currency },
      price_kind: isFree ? "free" : (kind ?? price?.kind ?? "fixed"),
      ...(description === "" ? {} : { description }),
      ...(before === null ? {} : { buffer_before_minutes: before }),
      ...(after === null ? {} : { buffer_after_minutes: after }),
      ...(isOnline === null ? {} : { online_bookable: isOnline }),
      ...(staff.length === 0 ? {} : { staff: staff.map((staff_id) => ({ staff_id })) }),
    },
    name,
    category,
    staff,
    problems: cells.problems,
  };
}

/** Returns the number of decimal places of a currency (ISO 4217). */
export function fractionDigits(currency: string): number {
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}
