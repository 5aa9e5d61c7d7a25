import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { openSale, openSales } from "../sales/index.ts";
import { attachTo } from "./deposits/ofSale.ts";
import { paymentsOfSale } from "./insertPayments.ts";
import { type Paid, pay } from "./pay.ts";
import type { SaleInputValues } from "./schema.ts";

/** The input of `openSale`, plus the first payments of the sale. */
export type CheckOut = Omit<Parameters<typeof openSale>[2], "input"> & { readonly input: SaleInputValues };

/**
 * Opens a sale, adds the deposits of its appointment, takes its first payments, and completes the sale when it is paid in full.
 * Throws the errors of `openSale` and `pay`.
 */
export async function checkOut(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { input, own, role, now }: CheckOut,
): Promise<Paid> {
  const { payments = [], ...fields } = input;
  const sale = await openSale(tx, snapshot, { input: fields, own, role, now });
  const tenders = payments.map((tender, index) => ({ ...tender, path: `/payments/${index}` }));
  attachTo(tx, snapshot.businessId, sale.row, now);
  const deposits = await paymentsOfSale(tx, snapshot.businessId, sale.row.id);
  return pay(tx, snapshot, { ...sale, payments: deposits }, tenders, now);
}

/**
 * Replaces the content of an open sale whose only payments are deposits, and completes the sale if nothing is due. Throws the
 * errors of `replaceSale`.
 */
export async function editSale(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  edit: Parameters<typeof openSales.replaceSale>[2],
): Promise<Paid> {
  const sale = await openSales.replaceSale(tx, snapshot, edit);
  const deposits = await paymentsOfSale(tx, snapshot.businessId, sale.row.id);
  return pay(tx, snapshot, { ...sale, payments: deposits }, [], edit.now);
}
