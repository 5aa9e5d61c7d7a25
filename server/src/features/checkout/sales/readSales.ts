import type { Static } from "typebox";
import { type Caller, type OwnOnly, ownOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { includeClients } from "../../clients/clients/index.ts";
import { moneyPage } from "../money-lists/index.ts";
import { saleRecord } from "./saleRecord.ts";
import type { SaleListing, SalePage, SaleRecord } from "./schema.ts";
import { findSale, listSales, type SaleRow } from "./store.ts";

/** Reads the row of a sale. Throws `not_found` for an unknown sale and for a sale that the `own` restriction hides from the caller. */
export async function readSaleRow(
  reader: Reader,
  businessId: string,
  saleId: string,
  own: OwnOnly | null = null,
): Promise<SaleRow> {
  const [row] = await reader.query(findSale, { businessId, saleId, ownStaffId: own?.staffId ?? null });
  if (row === undefined) throw notFound();
  return row;
}

/** Reads a sale as an API record. Throws the errors of `readSaleRow`. */
export async function readSale(
  reader: Reader,
  businessId: string,
  saleId: string,
  own: OwnOnly | null = null,
): Promise<SaleRecord> {
  return saleRecord(await readSaleRow(reader, businessId, saleId, own));
}

/**
 * Returns a page of the sales, newest first, with their clients if the request has `include=client`. Throws `validation_failed` for a
 * cursor of another list.
 */
export async function salePage(
  reader: Reader,
  businessId: string,
  { include, ...listing }: SaleListing,
  caller: Caller,
): Promise<Static<typeof SalePage>> {
  const list = { name: "sales", statement: listSales, itemOf: saleRecord } as const;
  const page = await moneyPage(reader, list, businessId, listing, ownOnly(caller, businessId));
  return { ...page, items: await includeClients(reader, businessId, page.items, { include, caller }) };
}
