/** An amount in integer minor units of an ISO 4217 currency: `{amount: 4500, currency: "GBP"}` is £45.00. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/**
 * Returns the sum of the prices; zero for an empty list. All prices must be in the given currency, which is the business's; a
 * price in another currency throws a RangeError, because only a programming error can mix currencies.
 */
export function totalOf(prices: readonly Money[], currency: string): Money {
  let amount = 0;
  for (const price of prices) {
    if (price.currency !== currency) {
      throw new RangeError(`A price in ${price.currency} cannot be part of a total in ${currency}.`);
    }
    amount += price.amount;
  }
  return { amount, currency };
}
