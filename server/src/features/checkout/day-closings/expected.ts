import { localText, zoneNamed } from "@daybook/engine";
import { invalid } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import type { ExpectedClosingRecord } from "./schema.ts";
import { findLocation, findPrevious, listUncovered, type UncoveredRow } from "./store.ts";

/** The assumed maximum duration of a transaction, in milliseconds. */
const LONGEST_TRANSACTION_MS = 24 * 60 * 60 * 1000;

/** The payments and refunds that a new closing of the location would cover. */
export interface Uncovered {
  readonly currency: string;
  readonly timeZone: string;
  readonly previousClosedAt: number | null;
  readonly moved: readonly UncoveredRow[];
}

/**
 * Reads those payments and refunds of a location that no closing covers. Throws `validation_failed` for an unknown location.
 */
export async function readUncovered(
  reader: Reader,
  businessId: string,
  locationId: string,
): Promise<Uncovered> {
  const [{ currency }, [location], [previous]] = await Promise.all([
    businessRecord(reader, businessId),
    reader.query(findLocation, { businessId, locationId }),
    reader.query(findPrevious, { businessId, locationId }),
  ]);
  if (location === undefined)
    throw invalid({ path: "/location_id", message: "is not a location of this business" });
  const sinceAt = previous === undefined ? null : previous.closed_at - LONGEST_TRANSACTION_MS;
  const moved = await reader.query(listUncovered, { businessId, locationId, sinceAt });
  return {
    currency,
    timeZone: location.time_zone,
    previousClosedAt: previous?.closed_at ?? null,
    moved,
  };
}

/**
 * Sums the payments and refunds of one method, in minor units. A reversal offsets a refund that an earlier closing has covered and that
 * failed later.
 */
export function amountsOf(
  moved: readonly UncoveredRow[],
  method: string,
): { readonly taken_amount: number; readonly refunded_amount: number } {
  const sum = (kind: UncoveredRow["kind"]) =>
    moved.reduce((all, one) => all + (one.kind === kind && one.method === method ? one.amount : 0), 0);
  return { taken_amount: sum("payment"), refunded_amount: sum("refund") - sum("reversal") };
}

/** Computes the expected amounts of a new closing of the location. Throws `validation_failed` for an unknown location. */
export async function expectedClosing(
  reader: Reader,
  businessId: string,
  locationId: string,
): Promise<ExpectedClosingRecord> {
  const id = locationId.toLowerCase();
  const { currency, timeZone, previousClosedAt, moved } = await readUncovered(reader, businessId, id);
  const methods = [...new Set(moved.map(({ method }) => method))].sort();
  return {
    location_id: id,
    time_zone: timeZone,
    from: previousClosedAt === null ? null : localText(zoneNamed(timeZone), previousClosedAt),
    methods: methods.map((method) => {
      const { taken_amount, refunded_amount } = amountsOf(moved, method);
      return {
        method,
        taken: moneyOf(taken_amount, currency),
        refunded: moneyOf(refunded_amount, currency),
        expected: moneyOf(taken_amount - refunded_amount, currency),
      };
    }),
  };
}
