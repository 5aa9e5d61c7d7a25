import { expect } from "vitest";
import type { Payment, Sale } from "./money.ts";
import { all } from "./requests.ts";
import type { YearBusiness } from "./yearBusiness.ts";

const sum = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0);

/** The amounts of one sale, in minor units. */
export interface SaleBalance {
  readonly sale: Sale;
  readonly taken: number;
  /** The amount refunded while the sale was open. */
  readonly returnedBefore: number;
  /** The amount refunded after the sale had closed. */
  readonly returnedAfter: number;
}

/** Reads all sales and payments as the API lists them. */
export async function booksOf({
  owner,
  program,
}: YearBusiness): Promise<{ balances: SaleBalance[]; payments: Payment[] }> {
  const sales = await all<Sale>(owner, "/sales");
  const payments = await all<Payment>(program, "/payments");
  const balances = sales.map((sale) => {
    const own = payments.filter(({ sale_id, status }) => sale_id === sale.id && isTaken(status));
    const refunds = own.flatMap((payment) => payment.refunds);
    const isBefore = ({ created_at }: Payment["refunds"][number]) =>
      sale.completed_at === null || created_at < sale.completed_at;
    return {
      sale,
      taken: sum(own.map(({ amount }) => amount.amount)),
      returnedBefore: sum(refunds.filter(isBefore).map(({ amount }) => amount.amount)),
      returnedAfter: sum(refunds.filter((refund) => !isBefore(refund)).map(({ amount }) => amount.amount)),
    };
  });
  return { balances, payments };
}

const isTaken = (status: Payment["status"]) => status !== "pending" && status !== "failed";

/** Returns whether a sale has closed. A closed sale may be voided later, after a full refund. */
export const hasClosed = ({ sale }: SaleBalance) => sale.completed_at !== null;

/**
 * Checks a sale. Its lines must add up to its total. For a closed sale, the payments less the refunds before it closed must
 * equal the total. A voided sale must be fully refunded. For an open sale, the payments less refunds must not exceed the total.
 */
export function expectBalanced(balance: SaleBalance): void {
  const { sale, taken, returnedBefore, returnedAfter } = balance;
  const kept = taken - returnedBefore - returnedAfter;
  const total = sale.total.amount;
  const linesOf = (isDiscount: boolean) =>
    sum(
      sale.lines.filter(({ kind }) => (kind === "discount") === isDiscount).map((line) => line.total.amount),
    );
  expect(linesOf(false), sale.id).toBe(sale.subtotal.amount);
  expect(linesOf(true) + sale.discount.amount, sale.id).toBe(0);
  expect(sale.subtotal.amount - sale.discount.amount + sale.tax.amount + sale.tip.amount, sale.id).toBe(
    total,
  );
  if (hasClosed(balance)) expect(taken - returnedBefore, sale.id).toBe(total);
  if (sale.status === "voided") expect(kept, sale.id).toBe(0);
  if (sale.status === "open") expect(kept, sale.id).toBeLessThanOrEqual(total);
}

/** The totals of a business, in minor units of its currency. */
export interface YearInMoney {
  readonly taken: number;
  readonly returned: number;
  /** The totals of all closed sales. */
  readonly closed: number;
  readonly returnedAfterClosing: number;
  /** Payments less refunds of sales that are still open. */
  readonly held: number;
}

export function addedUp(balances: readonly SaleBalance[]): YearInMoney {
  const closed = balances.filter(hasClosed);
  const open = balances.filter((balance) => !hasClosed(balance));
  return {
    taken: sum(balances.map(({ taken }) => taken)),
    returned: sum(balances.map(({ returnedBefore, returnedAfter }) => returnedBefore + returnedAfter)),
    closed: sum(closed.map(({ sale }) => sale.total.amount)),
    returnedAfterClosing: sum(closed.map(({ returnedAfter }) => returnedAfter)),
    held: sum(open.map(({ taken, returnedBefore }) => taken - returnedBefore)),
  };
}

/** A query that computes `YearInMoney` from the tables in a single statement. */
export const IN_MONEY = `
  with payment as (
    select p.sale_id, p.amount, s.completed_at,
      coalesce((
        select sum(r.amount) from refunds r
        where r.business_id = p.business_id and r.payment_id = p.id and r.status = 'succeeded'
      ), 0) as returned,
      coalesce((
        select sum(r.amount) from refunds r
        where r.business_id = p.business_id and r.payment_id = p.id and r.status = 'succeeded'
          and r.created_at >= s.completed_at
      ), 0) as returned_after
    from payments p
    join sales s on s.business_id = p.business_id and s.id = p.sale_id
    where p.business_id = $1
      and p.paid_at is not null
  )
  select
    sum(amount)::int as taken,
    sum(returned)::int as returned,
    (select sum(total_amount)::int from sales where business_id = $1 and completed_at is not null) as closed,
    sum(returned_after)::int as "returnedAfterClosing",
    coalesce(sum(amount - returned) filter (where completed_at is null), 0)::int as held
  from payment`;
