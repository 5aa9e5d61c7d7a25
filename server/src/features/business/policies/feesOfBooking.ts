import type { Reader } from "../../../platform/database/index.ts";
import { minorOf } from "./charges.ts";
import { policyOfVersion } from "./readPolicies.ts";

/** The fees of a booking in minor units. A fee is null if the policy does not charge it. */
export interface BookingFees {
  readonly lateCancelMinor: number | null;
  readonly noShowMinor: number | null;
  /** Whether the policy requires a card for a booking without a deposit. */
  readonly requiresCard: boolean;
}

/**
 * Computes the fees of a booking with these prices, before the discount, under a policy version. Returns null if no fee applies. Without a
 * cancellation window, no cancellation before the start is late.
 */
export async function feesOfBooking(
  reader: Reader,
  businessId: string,
  { version, pricesMinor }: { readonly version: number | null; readonly pricesMinor: number },
): Promise<BookingFees | null> {
  const policy = version === null ? null : await policyOfVersion(reader, businessId, version);
  if (policy === null) return null;
  const hasWindow = policy.cancellationWindowMinutes > 0;
  const lateCancelMinor = hasWindow ? minorOf(policy.lateCancelFee, pricesMinor) || null : null;
  const noShowMinor = minorOf(policy.noShowFee, pricesMinor) || null;
  return lateCancelMinor === null && noShowMinor === null
    ? null
    : { lateCancelMinor, noShowMinor, requiresCard: policy.cardRequired };
}
