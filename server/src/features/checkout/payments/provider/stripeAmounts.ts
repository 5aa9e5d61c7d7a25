import { currencyExponent } from "@daybook/engine";
import type { ProviderAmount } from "./provider.ts";
import { ProviderRefusal } from "./provider.ts";

/**
 * The currencies whose minor units at Stripe differ from ISO 4217. The ariary (MGA) has no decimals at Stripe; amounts in ISK and UGX,
 * which have no decimals, are sent with two decimals. In currencies with three decimals, Stripe requires the last decimal to be 0.
 */
const EXPONENTS_OF_STRIPE: ReadonlyMap<string, number> = new Map([
  ["MGA", 0],
  ["ISK", 2],
  ["UGX", 2],
]);

/** Converts an amount to Stripe's minor units. Throws `ProviderRefusal` for an amount that Stripe cannot represent. */
export function stripeAmountOf({ amountMinor, currency }: ProviderAmount): number {
  const { exponent, shift } = scaleOf(currency);
  const amount = shifted(amountMinor, shift);
  if (!Number.isInteger(amount) || (exponent === 3 && amount % 10 !== 0))
    throw new ProviderRefusal(`${amountMinor} ${currency} has more decimal places than Stripe supports.`);
  return amount;
}

/** Converts an amount from Stripe's minor units. Throws `ProviderRefusal` for a fraction of a minor unit. */
export function amountMinorOf(amount: number, currency: string): number {
  const amountMinor = shifted(amount, -scaleOf(currency).shift);
  if (!Number.isInteger(amountMinor))
    throw new ProviderRefusal(
      `Stripe's amount ${amount} ${currency} has more decimal places than the currency.`,
    );
  return amountMinor;
}

/** Returns the number of decimals of a currency, and the number of additional decimals that Stripe uses. */
function scaleOf(currency: string): { readonly exponent: number; readonly shift: number } {
  const exponent = currencyExponent(currency);
  if (exponent === undefined || exponent > 3)
    throw new ProviderRefusal(`Stripe does not support the currency ${currency}.`);
  return { exponent, shift: (EXPONENTS_OF_STRIPE.get(currency) ?? exponent) - exponent };
}

function shifted(amount: number, decimals: number): number {
  return decimals >= 0 ? amount * 10 ** decimals : amount / 10 ** -decimals;
}
