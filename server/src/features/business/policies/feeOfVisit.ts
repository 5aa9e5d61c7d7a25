import type { Reader } from "../../../platform/database/index.ts";
import { feeFor } from "./charges.ts";
import { policyAt } from "./readPolicies.ts";

/** A visit as far as a fee depends on it. */
interface BookedVisit {
  readonly startsAt: number;
  readonly cancelledAt: number | null;
  /** The policy in force when it was booked; null: there was none. */
  readonly policyVersion: number | null;
  readonly items: readonly { readonly priceAmount: number }[];
}

/**
 * What a visit costs that was cancelled late or missed, in minor units, with the words for it: by the policy that was in
 * force when it was booked, whatever is in force now. Null: nothing.
 */
export async function feeOfVisit(
  reader: Reader,
  businessId: string,
  { kind, visit }: { readonly kind: "late_cancel" | "no_show"; readonly visit: BookedVisit },
): Promise<{ amountMinor: number; description: string } | null> {
  if (visit.policyVersion === null) return null;
  const policy = await policyAt(reader, businessId, visit.policyVersion);
  if (policy === null) return null;
  const totalMinor = visit.items.reduce((sum, item) => sum + item.priceAmount, 0);
  const amountMinor = feeFor(policy, kind, { ...visit, totalMinor });
  return amountMinor === null ? null : { amountMinor, description: WORDS[kind] };
}

const WORDS = { late_cancel: "Late cancellation", no_show: "Missed visit" } as const;
