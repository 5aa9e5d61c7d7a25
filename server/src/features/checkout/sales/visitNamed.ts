import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type LockedAppointment, lockAppointmentAndClient } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/calendar/index.ts";

/**
 * Locks the visit that a body names, its client before it. Throws `validation_failed` where a path would be a 404: for
 * one that is not there, nor a staff member's own.
 */
export async function openVisitNamed(
  tx: Transaction,
  setup: SchedulingSnapshot,
  appointmentId: string,
  own: OwnOnly | null,
): Promise<LockedAppointment> {
  try {
    return await lockAppointmentAndClient(tx, setup, appointmentId, null, own);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found")
      throw invalid({ path: "/appointment_id", message: "is not an appointment of this business" });
    throw error;
  }
}
