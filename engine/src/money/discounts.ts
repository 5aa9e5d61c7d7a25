/** What a promotion takes off: a whole percentage of each price, or an amount in minor units over all of them. */
export type Discount =
  | { readonly kind: "percent"; readonly percent: number }
  | { readonly kind: "amount"; readonly amountMinor: number };

/**
 * What a promotion takes off each of these prices, in their order, in minor units. A percentage is rounded half up for
 * each price by itself, whatever the currency's decimals: 15 % of ¥330 is ¥50. An amount takes off no more than there
 * is, and is shared in proportion to the prices: each gets the whole minor units of its share, and those left over go
 * to the largest remainders, the earlier first. So the shares are the amount to the last unit, and none is more than
 * its price.
 *
 * Prices are integers that are not negative; `percent` is 0 … 100.
 */
export function discountsOf(discount: Discount, pricesMinor: readonly number[]): number[] {
  return discount.kind === "percent"
    ? pricesMinor.map((price) => percentOf(price, discount.percent))
    : shared(discount.amountMinor, pricesMinor);
}

/** In integers, so that half a minor unit is exactly half. */
function percentOf(price: number, percent: number): number {
  return Math.floor((price * percent + 50) / 100);
}

function shared(amountMinor: number, prices: readonly number[]): number[] {
  // An amount times a price is beyond what a double holds exactly.
  const sum = prices.reduce((all, price) => all + BigInt(price), 0n);
  if (sum === 0n) return prices.map(() => 0);
  const taken = BigInt(amountMinor) < sum ? BigInt(amountMinor) : sum;
  const shares = prices.map((price) => Number((taken * BigInt(price)) / sum));
  const left = Number(taken) - shares.reduce((all, share) => all + share, 0);
  const remainders = prices.map((price, index) => ({ index, remainder: (taken * BigInt(price)) % sum }));
  remainders.sort((one, other) =>
    one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
  );
  const raised = new Set(remainders.slice(0, left).map(({ index }) => index));
  return shares.map((share, index) => (raised.has(index) ? share + 1 : share));
}
