/** A discount: a whole percentage of each price, or an amount in minor units that is shared over all prices. */
export type Discount =
  | { readonly kind: "percent"; readonly percent: number }
  | { readonly kind: "amount"; readonly amountMinor: number };

/**
 * Returns the discount on each price in minor units, in the order of the prices. A percentage is rounded half up for each price
 * separately, whatever the currency's decimals: 15 % of ¥330 is ¥50. An amount is limited to the sum of the prices and shared in
 * proportion to them: each share is rounded down to whole minor units, and the remaining units go to the prices with the largest
 * remainders, earlier prices first. So the shares add up to the amount exactly, and none exceeds its price.
 *
 * Prices are non-negative integers; `percent` is 0 … 100.
 */
export function discountsOf(discount: Discount, pricesMinor: readonly number[]): number[] {
  return discount.kind === "percent"
    ? pricesMinor.map((price) => percentOf(price, discount.percent))
    : shared(discount.amountMinor, pricesMinor);
}

/** Returns a percentage of a price, computed in integers so that half a minor unit is exactly half. */
function percentOf(price: number, percent: number): number {
  return Math.floor((price * percent + 50) / 100);
}

function shared(amountMinor: number, prices: readonly number[]): number[] {
  // Uses BigInt, because an amount times a price can exceed the integers that a double holds exactly.
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
