import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { taxTerms } from "../../business/tax-rates/index.ts";
import type { LockedAppointment } from "../../scheduling/appointments/index.ts";
import { taxRatesOfItems } from "./draftLines.ts";
import { termsOfSale, writeSaleTaxes } from "./saleTaxes.ts";
import {
  deleteLine,
  insertLines,
  type LineRow,
  type NewLine,
  type SaleRow,
  updateItemLine,
  updateSaleClient,
} from "./store.ts";

type Appointment = LockedAppointment["appointment"];
type Item = Appointment["items"][number];
type TaxRates = Awaited<ReturnType<typeof taxRatesOfItems>>;

/**
 * Updates the lines of a locked open sale after the items of its appointment changed: deletes the lines of removed items, adds lines for
 * new items, and updates the lines of changed items. New and changed lines get the current tax rate of their service. Items that the sale
 * omits remain omitted. The caller must compute the totals again. If a line that would change was paid with a unit of a package or
 * membership, writes nothing and returns false.
 */
export async function replaceItemLines(
  tx: Transaction,
  businessId: string,
  sale: SaleRow,
  change: {
    readonly before: Appointment;
    readonly after: Appointment;
    readonly isPaid: (lineId: string) => boolean;
  },
): Promise<boolean> {
  const { before, after, isPaid } = change;
  const key = { business_id: businessId, sale_id: sale.id };
  const items = new Map(after.items.map((item) => [item.id, item]));
  const itemLines = sale.lines.filter(({ item_id }) => item_id !== null);
  const dropped = itemLines.filter(({ item_id }) => !items.has(String(item_id)));
  const changed = itemLines.flatMap((line) => {
    const item = items.get(String(line.item_id));
    return item === undefined || isUnchanged(line, before, item) ? [] : [{ line, item }];
  });
  if ([...dropped, ...changed.map(({ line }) => line)].some(({ id }) => isPaid(id))) return false;
  const known = new Set(before.items.map(({ id }) => id));
  const added = after.items.filter(({ id }) => !known.has(id));
  const rates = await taxRatesOfItems(tx, businessId, after);
  await addTaxRates(tx, businessId, sale, [...changed.map(({ item }) => item), ...added], rates);
  for (const { id } of dropped) tx.write(deleteLine, { ...key, id });
  for (const { line, item } of changed) {
    const { sale_id, position, item_id, ...values } = lineOf(sale.id, item, rates, 0);
    tx.write(updateItemLine, { ...values, business_id: businessId, sale_id, id: line.id });
  }
  const last = Math.max(0, ...sale.lines.map(({ position }) => position));
  const rows = added.map(
    (item, index): NewLine => ({
      ...lineOf(sale.id, item, rates, last + index + 1),
      business_id: businessId,
      id: newId(),
      kind: "service",
      quantity: 1,
      prepaid_product_id: null,
      promotion_id: null,
      product_id: null,
    }),
  );
  if (rows.length > 0) tx.write(insertLines, { rows });
  if (after.clientId !== before.clientId)
    tx.write(updateSaleClient, { business_id: businessId, id: sale.id, client_id: after.clientId });
  return true;
}

/** Returns whether the terms of an item did not change. The caller then keeps the item's line, even if the price of the line differs. */
function isUnchanged(line: LineRow, before: Appointment, item: Item): boolean {
  const was = before.items.find(({ id }) => id === line.item_id);
  return (
    was?.serviceId === item.serviceId && was.staffId === item.staffId && was.priceAmount === item.priceAmount
  );
}

/** Adds the missing tax rates of these items to the taxes of the sale, with their current terms and without amounts. */
async function addTaxRates(
  tx: Transaction,
  businessId: string,
  sale: SaleRow,
  items: readonly Item[],
  rates: TaxRates,
): Promise<void> {
  const terms = termsOfSale(sale);
  const ids = items.map(({ serviceId }) => rates.get(serviceId) ?? null);
  const missing = ids.filter((id) => !terms.some((each) => each.id === id));
  if (missing.every((id) => id === null)) return;
  writeSaleTaxes(tx, businessId, sale.id, [...terms, ...(await taxTerms(tx, businessId, missing))], []);
}

/** Converts an item to the values of a line. The line has no discount and no tax until the totals are computed. */
function lineOf(sale_id: string, item: Item, rates: TaxRates, position: number) {
  return {
    sale_id,
    position,
    description: item.serviceName,
    unit_amount: item.priceAmount,
    total_amount: item.priceAmount,
    discounted_amount: item.priceAmount,
    service_id: item.serviceId,
    staff_id: item.staffId,
    item_id: item.id,
    tax_rate_id: rates.get(item.serviceId) ?? null,
    tax_amount: 0,
    redeemed: false,
  };
}
