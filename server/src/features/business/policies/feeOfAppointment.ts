import type { Reader } from "../../../platform/database/index.ts";
import { feeFor } from "./charges.ts";
import { policyOfVersion } from "./readPolicies.ts";

/** The fields of an appointment that determine its fee. */
interface ChargedAppointment {
  readonly startsAt: number;
  readonly cancelledAt: number | null;
  /** The policy version that the client accepted at booking, or null if the business had no policy. */
  readonly policyVersion: number | null;
  readonly items: readonly { readonly priceAmount: number }[];
}

/**
 * Computes the fee for a late cancellation or a no-show under the policy version that the client accepted at booking. Returns
 * the amount in minor units and a description for the receipt, or null if no fee applies.
 */
export async function feeOfAppointment(
  reader: Reader,
  businessId: string,
  {
    kind,
    appointment,
  }: { readonly kind: "late_cancel" | "no_show"; readonly appointment: ChargedAppointment },
): Promise<{ amountMinor: number; description: string } | null> {
  if (appointment.policyVersion === null) return null;
  const policy = await policyOfVersion(reader, businessId, appointment.policyVersion);
  if (policy === null) return null;
  const totalMinor = appointment.items.reduce((sum, item) => sum + item.priceAmount, 0);
  const amountMinor = feeFor(policy, kind, { ...appointment, totalMinor });
  return amountMinor === null ? null : { amountMinor, description: DESCRIPTIONS[kind] };
}

const DESCRIPTIONS = { late_cancel: "Late cancellation", no_show: "Missed visit" } as const;
