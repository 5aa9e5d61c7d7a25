/** The largest accepted amount: far above a salon's yearly turnover, far below the precision of a double. */
export const MAX_AMOUNT_MINOR = 100_000_000_000;

/** An amount as the API writes it (contract §1): minor units of a currency of ISO 4217. */
export function moneyOf(amountMinor: number, currency: string): { amount: number; currency: string } {
  return { amount: amountMinor, currency };
}
