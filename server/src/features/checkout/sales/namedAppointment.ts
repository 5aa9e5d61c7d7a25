import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type LockedAppointment, lockAppointmentAndClient } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";

/**
 * Locks the client and the appointment that a request body names. Throws `validation_failed`, not `not_found`, if the appointment does not
 * exist or if the `own` restriction hides it from the caller, because the invalid id is in the body and not in the path.
 */
export async function openNamedAppointment(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  appointmentId: string,
  own: OwnOnly | null,
): Promise<LockedAppointment> {
  try {
    return await lockAppointmentAndClient(tx, snapshot, appointmentId, null, own);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found")
      throw invalid({ path: "/appointment_id", message: "is not an appointment of this business" });
    throw error;
  }
}
