import { zoneNamed } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { deleteClaims, lockSubjects } from "../calendar/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../snapshot/index.ts";
import type { Appointment } from "./appointment.ts";
import { publish } from "./publish.ts";
import { lockUpcomingAppointments, updateAppointment } from "./store.ts";

/**
 * Cancels what a client is still expected for, because they are deleted (contract §9): each gives its time back and
 * has an event of its own; the client hears nothing. The client must be locked for their deletion, so that nothing is
 * booked meanwhile. All visits are locked before all subjects, each of them sorted. Throws `StaleSetup`.
 */
export async function cancelUpcoming(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  cancelling: { readonly clientId: string; readonly now: number },
): Promise<void> {
  const { businessId } = snapshot;
  const { clientId, now } = cancelling;
  const [found] = await Promise.all([
    lockUpcomingAppointments(tx, businessId, clientId, now),
    assertCurrent(tx, snapshot),
  ]);
  const items = found.flatMap(({ appointment }) => appointment.items);
  const subjectIds = new Set(items.flatMap((item) => [item.staffId, ...item.resourceIds]));
  await lockSubjects(tx, businessId, [...subjectIds]);
  for (const { appointment: before, timeZone } of found) {
    const zone = zoneNamed(timeZone);
    const after: Appointment = {
      ...before,
      status: "cancelled",
      cancelledAt: now,
      cancelledBy: "team",
      statusReason: null,
      version: before.version + 1,
      updatedAt: now,
    };
    deleteClaims(tx, businessId, { appointmentId: before.id });
    updateAppointment(tx, businessId, after, zone);
    publish(tx, snapshot, zone, "appointment.canceled", after, before);
  }
}
