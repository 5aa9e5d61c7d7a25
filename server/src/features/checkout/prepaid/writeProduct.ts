import { type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { serviceIdProblems } from "../../business/services/index.ts";
import { currencyOf } from "./currencyOf.ts";
import { archive } from "./offered.ts";
import {
  archiveProductRow,
  insertProduct,
  lockProduct,
  type ProductKind,
  type ProductRow,
  updateProductRow,
} from "./store.ts";

/** The terms of an offer, as its row has them: what the three kinds call by names of their own. */
export type Terms = Pick<
  ProductRow,
  | "name"
  | "description"
  | "price_minor"
  | "service_ids"
  | "total"
  | "valid_months"
  | "period_months"
  | "periods"
>;

/** The terms that a body names, and its amounts of money by the names of their fields. */
export interface SentTerms<T extends Partial<Terms>> {
  readonly terms: T;
  readonly money: Readonly<Record<string, { readonly currency: string } | undefined>>;
}

/** A row with the currency its amounts are in. */
export interface Written {
  readonly row: ProductRow;
  readonly currency: string;
}

/** Puts something up for sale. Throws `validation_failed` for another currency, or a service that is not on the menu. */
export async function createProduct(
  tx: Transaction,
  businessId: string,
  kind: ProductKind,
  sent: SentTerms<Terms>,
  now: number,
): Promise<Written> {
  const currency = await checkedCurrency(tx, businessId, sent);
  const [row] = await tx.query(insertProduct, [
    businessId,
    newId(),
    kind,
    ...valuesOf(sent.terms),
    new Date(now),
  ]);
  if (row === undefined) throw new Error("The new offer's row did not come back.");
  return { row, currency };
}

/**
 * Changes what is sold from now on: wallets keep the terms they were sold with. A change that changes nothing leaves
 * `updated_at`. Throws `not_found`, also for an archived one, and `validation_failed`.
 */
export async function updateProduct(
  tx: Transaction,
  businessId: string,
  kind: ProductKind,
  id: string,
  sent: SentTerms<Partial<Terms>>,
  now: number,
): Promise<Written> {
  const [before] = await tx.query(lockProduct, [businessId, id, kind]);
  if (before === undefined) throw notFound();
  const currency = await checkedCurrency(tx, businessId, sent);
  const after = valuesOf({ ...before, ...sent.terms });
  if (JSON.stringify(after) === JSON.stringify(valuesOf(before))) return { row: before, currency };
  const [row] = await tx.query(updateProductRow, [businessId, id, ...after, new Date(now)]);
  if (row === undefined) throw new Error("A locked offer was not there to be changed.");
  return { row, currency };
}

/** Stops selling it; what was sold stays in the wallets. Throws `not_found`. */
export function archiveProduct(
  tx: Transaction,
  businessId: string,
  kind: ProductKind,
  id: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  return archive(tx, archiveProductRow, { businessId, id, now }, [kind]);
}

/** The business's currency, once the body is found to be in it and to name services of the menu. */
async function checkedCurrency(
  reader: Reader,
  businessId: string,
  { terms, money }: SentTerms<Partial<Terms>>,
): Promise<string> {
  const [currency, serviceProblems] = await Promise.all([
    currencyOf(reader, businessId),
    serviceIdProblems(reader, businessId, "/service_ids", terms.service_ids),
  ]);
  const moneyProblems: FieldProblem[] = Object.entries(money).flatMap(([field, amount]) =>
    amount === undefined || amount.currency === currency
      ? []
      : [{ path: `/${field}/currency`, message: `must be the business's currency, ${currency}` }],
  );
  refuseIf([...moneyProblems, ...serviceProblems]);
  return currency;
}

function valuesOf(terms: Terms): unknown[] {
  return [
    terms.name,
    terms.description,
    terms.price_minor,
    terms.service_ids.map((id) => id.toLowerCase()).sort(),
    terms.total,
    terms.valid_months,
    terms.period_months,
    terms.periods,
  ];
}
