import type { Reader } from "../../../platform/database/index.ts";
import { feeFor } from "./charges.ts";
import { policyOfVersion } from "./readPolicies.ts";

/** The fields of an appointment that its fee depends on. */
interface ChargedAppointment {
  readonly startsAt: number;
  readonly cancelledAt: number | null;
  /** The policy version that the booking accepted; null if there was none. */
  readonly policyVersion: number | null;
  readonly items: readonly { readonly priceAmount: number }[];
}

/**
 * Computes the fee for a late cancellation or a no-show in minor units, with its description for the receipt, from the policy
 * version that the booking accepted. Returns null for no fee.
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
