/**
 * The largest accepted amount in minor units: far above a salon's yearly turnover, and small enough for a double to represent
 * exactly.
 */
export const MAX_AMOUNT_MINOR = 100_000_000_000;

/** Converts an amount to the API's format (contract §1): minor units of an ISO 4217 currency. */
export function moneyOf(amountMinor: number, currency: string): { amount: number; currency: string } {
  return { amount: amountMinor, currency };
}
