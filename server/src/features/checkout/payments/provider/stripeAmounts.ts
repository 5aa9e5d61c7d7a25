import { currencyExponent } from "@daybook/engine";
import type { ProviderAmount } from "./provider.ts";
import { ProviderRefusal } from "./provider.ts";

/**
 * Stripe's minor units where they are not those of ISO 4217: the ariary counts as one without decimals; ISK and UGX
 * have none and are sent with two all the same. Of three decimals the last must be 0.
 */
const EXPONENTS_OF_STRIPE: ReadonlyMap<string, number> = new Map([
  ["MGA", 0],
  ["ISK", 2],
  ["UGX", 2],
]);

/** An amount as Stripe counts it. Throws `ProviderRefusal` for one that cannot be said there. */
export function stripeAmountOf({ amountMinor, currency }: ProviderAmount): number {
  const { exponent, shift } = scaleOf(currency);
  const amount = shifted(amountMinor, shift);
  if (!Number.isInteger(amount) || (exponent === 3 && amount % 10 !== 0))
    throw new ProviderRefusal(`${amountMinor} ${currency} is finer than Stripe counts.`);
  return amount;
}

/** The same the other way round. Throws `ProviderRefusal` for one that is finer than we count. */
export function amountMinorOf(amount: number, currency: string): number {
  const amountMinor = shifted(amount, -scaleOf(currency).shift);
  if (!Number.isInteger(amountMinor))
    throw new ProviderRefusal(`${amount} ${currency} of Stripe is finer than we count.`);
  return amountMinor;
}

/** How many decimals a currency has, and how many more of them Stripe counts. */
function scaleOf(currency: string): { readonly exponent: number; readonly shift: number } {
  const exponent = currencyExponent(currency);
  if (exponent === undefined || exponent > 3) throw new ProviderRefusal(`Stripe does not know ${currency}.`);
  return { exponent, shift: (EXPONENTS_OF_STRIPE.get(currency) ?? exponent) - exponent };
}

function shifted(amount: number, decimals: number): number {
  return decimals >= 0 ? amount * 10 ** decimals : amount / 10 ** -decimals;
}
