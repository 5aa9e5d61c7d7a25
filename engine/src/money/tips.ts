/** Money that was taken for a sale, or is still to be. */
export interface Tender {
  /** Minor units, without what was given back. */
  readonly amountMinor: number;
  /** A unit of a package or membership stands for one line and brings no tip. */
  readonly isUnit: boolean;
}

/**
 * How much of each payment is tip: the sale's tip is what was paid last, so it is counted from the last payment
 * backwards. What is still to be paid (`dueMinor`) comes after them all and holds its part of the tip, so that a payment
 * taken early does not change by one that comes later.
 */
export function tipsOf(tipMinor: number, taken: readonly Tender[], dueMinor: number): number[] {
  const tips = taken.map(() => 0);
  let left = Math.max(0, tipMinor - dueMinor);
  for (let index = taken.length - 1; index >= 0 && left > 0; index--) {
    const tender = taken[index];
    if (tender === undefined || tender.isUnit) continue;
    const tip = Math.min(left, tender.amountMinor);
    tips[index] = tip;
    left -= tip;
  }
  return tips;
}
