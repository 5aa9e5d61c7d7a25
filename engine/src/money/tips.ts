/** A payment of a sale. */
export interface Tender {
  /** The amount in minor units, minus refunds. */
  readonly amountMinor: number;
  /** Whether the payment is a unit of a package or membership, which pays for one line and never includes a tip. */
  readonly isUnit: boolean;
}

/**
 * Returns the tip in each payment in minor units, in the order of the payments. The tip is the last part of the total that is
 * paid, so it is allocated to the last payment first. The amount still due (`dueMinor`) will be paid after these payments and
 * includes its part of the tip, so that a later payment never changes the tip of an earlier one.
 */
export function tipsOf(tipMinor: number, payments: readonly Tender[], dueMinor: number): number[] {
  const tips = payments.map(() => 0);
  let left = Math.max(0, tipMinor - dueMinor);
  for (let index = payments.length - 1; index >= 0 && left > 0; index--) {
    const tender = payments[index];
    if (tender === undefined || tender.isUnit) continue;
    const tip = Math.min(left, tender.amountMinor);
    tips[index] = tip;
    left -= tip;
  }
  return tips;
}
