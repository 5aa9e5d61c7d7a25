import type { RowProblem } from "../../../tables/transfer.ts";
import type { menuImports } from "../../business/services/index.ts";
import { problem } from "./problems.ts";
import type { ServiceTarget } from "./serviceTargets.ts";
import { durationIn, priceIn, priceKindIn } from "./serviceValues.ts";
import { lineOf, paragraphsOf, type Reading, yesNoIn } from "./values.ts";

type MenuInput = Parameters<typeof menuImports.create>[2];
type ServiceInput = MenuInput["services"][number]["service"];

/** The settings with which the rows of a file of services are read. */
export interface ServiceReader {
  readonly columns: readonly string[];
  readonly targets: readonly (string | null)[];
  readonly currency: string;
}

/** The values that were read from a row. `service` is null if the row has no name, duration or price. */
export interface ReadService {
  readonly service: ServiceInput | null;
  /** The name, also of a row without a service; empty if the row has none. */
  readonly name: string;
  readonly category: string | null;
  readonly problems: readonly RowProblem[];
}

const MAX_NAME = 120;
const MAX_DESCRIPTION = 2000;

/**
 * Reads the values of a row. An invalid optional value is omitted and reported as a problem. A row without a name, a duration or a
 * price is not imported, because clients would be offered a wrong service.
 */
export function serviceOf(cells: readonly string[], reader: ServiceReader): ReadService {
  const problems: RowProblem[] = [];
  const columnOf = (target: ServiceTarget) => reader.targets.indexOf(target);
  const cellOf = (target: ServiceTarget) => cells[columnOf(target)] ?? "";
  const read = <T>(target: ServiceTarget, reading: Reading<T>): T | null => {
    if ("value" in reading) return reading.value;
    problems.push({ column: reader.columns[columnOf(target)] ?? null, ...reading });
    return null;
  };
  // A column with an unreadable value has a problem already.
  const isReported = (target: ServiceTarget) =>
    problems.some(({ column }) => column !== null && column === reader.columns[columnOf(target)]);
  const short = (target: ServiceTarget, text: string, max: number): string => {
    const characters = [...text];
    return characters.length <= max
      ? text
      : (read(target, problem("cut")) ?? characters.slice(0, max).join("").trim());
  };

  const name = short("name", lineOf(cellOf("name")), MAX_NAME);
  const category = short("category", lineOf(cellOf("category")), MAX_NAME) || null;
  const description = short("description", paragraphsOf(cellOf("description")), MAX_DESCRIPTION);
  const duration = read("duration", durationIn(cellOf("duration")));
  const before = read("buffer_before", durationIn(cellOf("buffer_before")));
  const after = read("buffer_after", durationIn(cellOf("buffer_after")));
  const price = read("price", priceIn(cellOf("price"), fractionDigits(reader.currency)));
  const kind = read("price_kind", priceKindIn(cellOf("price_kind")));
  const isOnline = read("online_bookable", yesNoIn(cellOf("online_bookable")));
  const isFree = kind === "free" || price?.kind === "free";
  const missing = [
    ...(name === "" ? [problem("no_service_name")] : []),
    ...(duration || isReported("duration") ? [] : [problem("no_duration")]),
    ...(price !== null || isFree || isReported("price") ? [] : [problem("no_price")]),
  ].map((each) => ({ column: null, ...each }));
  if (name === "" || !duration || (price === null && !isFree))
    return { service: null, name, category, problems: [...problems, ...missing] };
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
    },
    name,
    category,
    problems,
  };
}

/** Returns the number of decimal places of a currency (ISO 4217). */
function fractionDigits(currency: string): number {
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}
