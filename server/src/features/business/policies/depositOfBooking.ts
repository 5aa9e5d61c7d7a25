import type { Reader } from "../../../platform/database/index.ts";
import { minorOf } from "./charges.ts";
import { policyOfVersion } from "./readPolicies.ts";

/**
 * Computes the deposit of a booking with this total under a policy version, in minor units. The deposit is at most the total.
 * Returns 0 if the policy requires no deposit.
 */
export async function depositOfBooking(
  reader: Reader,
  businessId: string,
  { version, totalMinor }: { readonly version: number | null; readonly totalMinor: number },
): Promise<number> {
  const policy = version === null ? null : await policyOfVersion(reader, businessId, version);
  return policy === null ? 0 : Math.min(minorOf(policy.deposit, totalMinor) ?? 0, totalMinor);
}
