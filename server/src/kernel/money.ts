/** An amount in minor units of its ISO 4217 currency, never negative unless a record says so (contract §1). */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** The largest amount accepted anywhere: far above a salon's year, far below what a double holds exactly. */
export const MAX_AMOUNT_MINOR = 100_000_000_000;
