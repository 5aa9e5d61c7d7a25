/** The largest amount accepted anywhere: far above a salon's year, far below what a double holds exactly. */
export const MAX_AMOUNT_MINOR = 100_000_000_000;
