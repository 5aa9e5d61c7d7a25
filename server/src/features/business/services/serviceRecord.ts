import { durationOf, utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import type { ServiceRecord } from "./schema.ts";
import { findService, type serviceColumns } from "./store.ts";

/** Reads one service, even if it is archived (contract §3). Throws `not_found` for an unknown service. */
export async function serviceRecord(
  reader: Reader,
  businessId: string,
  serviceId: string,
): Promise<ServiceRecord> {
  const [row] = await reader.query(findService, { businessId, id: serviceId });
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** Converts a service row to the API record (contract §3). Prices are in the business's currency. */
export function recordOf(row: RowOf<typeof serviceColumns>): ServiceRecord {
  const { price_amount, currency, staff, ...plain } = row;
  return {
    ...plain,
    duration_minutes: durationOf({
      initialMinutes: row.initial_minutes,
      processingMinutes: row.processing_minutes,
      finishingMinutes: row.finishing_minutes,
    }),
    price: moneyOf(price_amount, currency),
    staff: staff.map((member) => ({
      staff_id: member.staff_id,
      duration_minutes: member.duration_minutes,
      price: member.price_amount === null ? null : moneyOf(member.price_amount, currency),
    })),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
