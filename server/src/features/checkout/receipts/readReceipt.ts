import { localText, zoneNamed } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { listSalePayments } from "../payments/index.ts";
import { readSale } from "../sales/index.ts";
import type { ReceiptRecord } from "./schema.ts";
import { findSeller, listStaffNames } from "./store.ts";

/** A receipt, and the locale in which it is shown. */
export interface ReadReceipt {
  readonly receipt: ReceiptRecord;
  readonly locale: string;
}

/**
 * Reads a receipt. Throws `not_found` for an unknown sale, for a sale that was not completed, and for a sale that the `own` restriction
 * hides from the caller.
 */
export async function readReceipt(
  reader: Reader,
  businessId: string,
  saleId: string,
  own: OwnOnly | null,
): Promise<ReadReceipt> {
  const sale = await readSale(reader, businessId, saleId, own);
  const { status, receipt_number: number, completed_at: completedAt } = sale;
  if (status === "open" || number === null || completedAt === null) throw notFound();
  const { location_id: locationId, client_id: clientId } = sale;
  const staffIds = [...new Set(sale.lines.flatMap(({ staff_id }) => staff_id ?? []))];
  const [[seller], staff, payments] = await Promise.all([
    reader.query(findSeller, { businessId, locationId, clientId }),
    reader.query(listStaffNames, { businessId, ids: staffIds }),
    listSalePayments(reader, businessId, saleId),
  ]);
  if (seller === undefined) throw notFound();
  const names = new Map(staff.map(({ id, display_name }) => [id, display_name]));
  const { locale, time_zone, ...shown } = seller;
  const zone = zoneNamed(time_zone);
  const { subtotal, discount, tax, taxes, tip, total } = sale;
  const receipt: ReceiptRecord = {
    number,
    sale_id: saleId,
    status,
    issued_at: localText(zone, Date.parse(completedAt)),
    time_zone,
    ...shown,
    lines: sale.lines.map(({ description, quantity, unit_price, total, staff_id }) => ({
      description,
      quantity,
      unit_price,
      total,
      staff_name: names.get(staff_id ?? "") ?? null,
    })),
    ...{ subtotal, discount, tax, taxes, tip, total },
    payments: payments.flatMap(({ method, amount, refunded, card, paid_at }) =>
      paid_at === null
        ? []
        : [{ method, amount, refunded, card, paid_at: localText(zone, Date.parse(paid_at)) }],
    ),
  };
  return { receipt, locale };
}
