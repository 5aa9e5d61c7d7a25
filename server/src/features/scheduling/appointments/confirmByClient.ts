import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { lockAppointment } from "./change.ts";
import { publish } from "./publish.ts";
import { updateAppointment } from "./rows.ts";

/**
 * Records the client's confirmation of an appointment. A repeated confirmation changes nothing. Returns false if the status is
 * not `booked` or if the appointment has started.
 */
export async function confirmByClient(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { appointmentId, now }: { readonly appointmentId: string; readonly now: number },
): Promise<boolean> {
  const { appointment, location, updateTime } = await lockAppointment(tx, snapshot, appointmentId, null);
  if (appointment.status !== "booked" || appointment.startsAt <= now) return false;
  if (appointment.clientConfirmedAt !== null) return true;
  const after = {
    ...appointment,
    clientConfirmedAt: now,
    version: appointment.version + 1,
    updatedAt: updateTime(now, appointment.updatedAt),
  };
  updateAppointment(tx, snapshot.businessId, after, location.zone);
  publish(tx, snapshot, location.zone, "appointment.updated", after, appointment, ["client_confirmed_at"]);
  return true;
}
