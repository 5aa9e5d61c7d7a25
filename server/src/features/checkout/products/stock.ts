import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { addToStock, insertStockEntries, listReturned, listTaken, lockProducts } from "./store.ts";

/** A sale line that sells a retail product. */
export interface SoldProduct {
  readonly lineId: string;
  readonly productId: string;
  readonly quantity: number;
}

/** A stock movement for a sale line; `delta` is negative when units leave the stock. */
interface Movement {
  readonly product_id: string;
  readonly sale_line_id: string;
  readonly delta: number;
}

/** The sale that caused a stock movement, and the refund if the movement is a return. */
interface Cause {
  readonly saleId: string;
  readonly refundId: string | null;
  readonly now: number;
}

/** Takes the sold products of a sale from the stock, except products whose stock is not tracked. The sale must be locked. */
export function takeFromStock(
  tx: Transaction,
  businessId: string,
  {
    saleId,
    sold,
    now,
  }: { readonly saleId: string; readonly sold: readonly SoldProduct[]; readonly now: number },
): Promise<void> {
  const movements = sold.map(({ lineId, productId, quantity }) => ({
    product_id: productId,
    sale_line_id: lineId,
    delta: -quantity,
  }));
  return move(tx, businessId, "sale", movements, { saleId, refundId: null, now });
}

/**
 * Returns units of a sale to the stock. With `unitsLeft`, returns the units of each line that the client does not keep; otherwise returns
 * all units that were not returned before. The sale must be locked.
 */
export async function returnToStock(
  tx: Transaction,
  businessId: string,
  returned: Cause & {
    /** The number of units that the client keeps, by line id. Lines without an entry do not change. */
    readonly unitsLeft?: ReadonlyMap<string, number>;
  },
): Promise<void> {
  const { unitsLeft } = returned;
  const taken = await tx.query(listTaken, { businessId, saleId: returned.saleId });
  const movements = taken.flatMap(({ product_id, sale_line_id, taken }) => {
    const left = unitsLeft === undefined ? 0 : (unitsLeft.get(sale_line_id) ?? taken);
    return taken > left ? [{ product_id, sale_line_id, delta: taken - left }] : [];
  });
  await move(tx, businessId, "return", movements, returned);
}

/** Takes from the stock again the products that a failed refund had returned. */
export async function restoreFromStock(
  tx: Transaction,
  businessId: string,
  { refundId, now }: { readonly refundId: string; readonly now: number },
): Promise<void> {
  const rows = await tx.query(listReturned, { businessId, refundId });
  const [first] = rows;
  if (first === undefined) return;
  const movements = rows.map(({ product_id, sale_line_id, returned }) => ({
    product_id,
    sale_line_id,
    delta: -returned,
  }));
  await move(tx, businessId, "restore", movements, { saleId: first.sale_id, refundId, now });
}

async function move(
  tx: Transaction,
  businessId: string,
  cause: "sale" | "return" | "restore",
  movements: readonly Movement[],
  { saleId, refundId, now }: Cause,
): Promise<void> {
  if (movements.length === 0) return;
  const ids = [...new Set(movements.map(({ product_id }) => product_id))];
  const locked = await tx.query(lockProducts, { businessId, ids });
  const tracked = new Set(locked.filter(({ stock }) => stock !== null).map(({ id }) => id));
  const rows = movements
    .filter(({ product_id }) => tracked.has(product_id))
    .map((movement) => ({
      business_id: businessId,
      id: newId(),
      ...movement,
      cause,
      sale_id: saleId,
      refund_id: refundId,
      created_at: now,
    }));
  if (rows.length === 0) return;
  tx.write(insertStockEntries, { rows });
  for (const { product_id: id, delta } of rows) tx.write(addToStock, { businessId, id, delta });
}
