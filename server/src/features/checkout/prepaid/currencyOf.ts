import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { findCurrency } from "./store.ts";

/** The one currency of everything a business offers. Throws `not_found` for a business that is not there. */
export async function currencyOf(reader: Reader, businessId: string): Promise<string> {
  const [business] = await reader.query(findCurrency, [businessId]);
  if (business === undefined) throw notFound();
  return business.currency;
}
