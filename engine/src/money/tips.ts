/** A payment of a sale. */
export interface Tender {
  /** Minor units, refunds subtracted. */
  readonly amountMinor: number;
  /** Whether it is a unit of a package or membership, which pays for one line and never includes a tip. */
  readonly isUnit: boolean;
}

/**
 * The tip in each payment, in minor units and in their order. The tip is paid last, so it is counted from the last
 * payment backwards. The amount still due (`dueMinor`) is paid after all of them and includes its part of the tip, so
 * that a later payment never changes the tip of an earlier one.
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
