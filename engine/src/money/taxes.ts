import { discountsOf } from "./discounts.ts";

/** A tax rate. `thousandths` is the rate in thousandths of a percent: 8875 is 8.875 %. */
export interface TaxRate {
  readonly id: string;
  readonly thousandths: number;
  /** Whether prices include the tax; otherwise the tax is added to the prices. */
  readonly isIncluded: boolean;
}

/** A price after its discounts, in non-negative minor units, and its tax rate; null for a price without tax. */
export interface TaxedPrice {
  readonly priceMinor: number;
  readonly rateId: string | null;
}

/** The total tax of one rate in a sale, in minor units. */
export interface TaxOfRate {
  readonly rateId: string;
  /** The net amount from which the tax is computed; it never contains the tax, whether or not the prices include it. */
  readonly baseMinor: number;
  readonly taxMinor: number;
}

export interface Taxes {
  /** The taxes in the order of the rates; rates without a price are left out. */
  readonly rates: readonly TaxOfRate[];
  /** The share of each price in the tax of its rate, in the order of the prices. The shares add up to the taxes of the rates. */
  readonly sharesMinor: readonly number[];
}

/**
 * Computes the taxes of a sale: for each rate the tax on the sum of its prices, rounded half up once, and shared over these
 * prices by the largest remainder. Throws a RangeError for a price whose rate is not in `rates`.
 */
export function taxesOf(prices: readonly TaxedPrice[], rates: readonly TaxRate[]): Taxes {
  const sharesMinor = prices.map(() => 0);
  for (const { rateId } of prices)
    if (rateId !== null && rates.every(({ id }) => id !== rateId))
      throw new RangeError(`There is no tax rate ${rateId}.`);
  const taxed = rates.flatMap((rate): TaxOfRate[] => {
    const own = prices.map(({ priceMinor, rateId }) => (rateId === rate.id ? priceMinor : 0));
    if (prices.every(({ rateId }) => rateId !== rate.id)) return [];
    const sumMinor = own.reduce((sum, price) => sum + price, 0);
    const taxMinor = taxOf(sumMinor, rate);
    // `discountsOf` limits the amount to the sum of the prices. A tax never exceeds that sum, because no rate exceeds 100 %.
    discountsOf({ kind: "amount", amountMinor: taxMinor }, own).forEach((share, index) => {
      if (prices[index]?.rateId === rate.id) sharesMinor[index] = share;
    });
    return [{ rateId: rate.id, baseMinor: rate.isIncluded ? sumMinor - taxMinor : sumMinor, taxMinor }];
  });
  return { rates: taxed, sharesMinor };
}

/** Computes the tax on a sum. Uses BigInt, because an amount times a rate can exceed the integers that a double holds exactly. */
function taxOf(sumMinor: number, { thousandths, isIncluded }: TaxRate): number {
  const whole = 100_000n + (isIncluded ? BigInt(thousandths) : 0n);
  return Number((2n * BigInt(sumMinor) * BigInt(thousandths) + whole) / (2n * whole));
}
