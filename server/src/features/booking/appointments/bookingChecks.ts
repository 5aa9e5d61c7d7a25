import { dateOf, dayAt, offsetsOf, patchTestWindow } from "@daybook/engine";
import type { Static } from "typebox";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { promotionNamed, promotionProblems } from "../../checkout/promotions/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import type { OnlineCart } from "../holds/index.ts";
import type { OnlineBookingInput } from "./schema.ts";

/** Returns true if every item that requires a patch test starts while the client's patch test is valid, or if `patchTestOn` is absent. */
export function isTestValid(
  { location, items }: OnlineCart,
  startsAt: number,
  { patchTestOn }: { readonly patchTestOn?: string },
): boolean {
  if (patchTestOn === undefined) return true;
  const { fromAt, untilAt } = patchTestWindow(location.zone, patchTestOn);
  const assigned = items.flatMap(({ candidates, any: _, ...item }) =>
    candidates[0] === undefined ? [] : [{ ...item, ...candidates[0] }],
  );
  const offsets = offsetsOf(assigned);
  return assigned.every((item, index) => {
    const itemAt = startsAt + (offsets[index] ?? 0);
    return !item.rules.requiresPatchTest || (fromAt <= itemAt && itemAt < untilAt);
  });
}

/**
 * Throws `validation_failed` if the promotion of the hold has ended, because the total would differ from the total shown to the visitor.
 */
export async function refuseEndedPromotion(
  tx: Transaction,
  { location, items }: OnlineCart,
  { promotion_id, starts_at }: { readonly promotion_id: string | null; readonly starts_at: number },
  businessId: string,
): Promise<void> {
  if (promotion_id === null) return;
  const terms = await promotionNamed(tx, businessId, promotion_id);
  const serviceIds = items.map((item) => item.serviceId);
  const problems = promotionProblems(terms, serviceIds, dateOf(dayAt(location.zone, starts_at)));
  if (problems.length > 0)
    throw invalid({
      path: "/hold_token",
      message: "is a hold whose promotion no longer applies: create a new hold",
    });
}

/** Throws `policy_changed` if the visitor has accepted a version of the policy that is not the current version. */
export function refuseOtherPolicy(
  { policyVersion }: SchedulingSnapshot,
  { policy_version }: Pick<Static<typeof OnlineBookingInput>, "policy_version">,
): void {
  if (policy_version === policyVersion) return;
  throw new ApiError(
    "policy_changed",
    "The sent version is not the version of the current policy. Show the current policy and send its version.",
    {
      version: policyVersion,
    },
  );
}
