import { zoneNamed } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { deleteClaims, lockSubjects } from "../calendar/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../snapshot/index.ts";
import type { Appointment } from "./appointment.ts";
import { exportAppointments } from "./list.ts";
import { publish } from "./publish.ts";
import { lockUpcomingAppointments, updateAppointment } from "./rows.ts";
import { eraseNotes, lockAllOfClient, moveToClient } from "./store.ts";

/**
 * Operations on a client's appointments for the merge, export, deletion or erasure of the client. The client must be locked
 * first.
 */
export const clientAppointments = {
  /** Locks all appointments of a client, in the order of their ids. */
  async lock(tx: Transaction, businessId: string, clientId: string): Promise<void> {
    await tx.query(lockAllOfClient, { business_id: businessId, clientId });
  },

  /**
   * Moves all appointments of a client to another client. Each appointment gets a new version, because its record then contains another
   * client id. No appointment event is published: the event of the client notifies subscribers (contract §7). Both clients must be locked
   * as for a deletion.
   */
  async move(
    tx: Transaction,
    businessId: string,
    move: { readonly fromClientId: string; readonly toClientId: string; readonly now: number },
  ): Promise<void> {
    const { now, ...clients } = move;
    const updatedAt = (await updateTime(tx))(now);
    tx.write(moveToClient, { business_id: businessId, ...clients, updatedAt });
  },

  export: exportAppointments,

  /** Locks a client's appointments and erases their notes and reasons. The appointments remain. */
  async eraseNotes(tx: Transaction, businessId: string, clientId: string, now: number): Promise<void> {
    const [changedAt] = await Promise.all([
      updateTime(tx),
      clientAppointments.lock(tx, businessId, clientId),
    ]);
    tx.write(eraseNotes, { business_id: businessId, clientId, updatedAt: changedAt(now) });
  },

  /**
   * Cancels the requested and booked future appointments of a deleted client (contract §9). Each cancellation releases the
   * claimed time and publishes an event; the client gets no notification. The client must be locked for the deletion, so that
   * no appointment can be booked concurrently. Locks all appointments before all subjects, both in sorted order. Throws
   * `StaleSnapshot` if the snapshot is outdated.
   */
  async cancelUpcoming(
    tx: Transaction,
    snapshot: SchedulingSnapshot,
    cancelling: { readonly clientId: string; readonly now: number },
  ): Promise<void> {
    const { businessId } = snapshot;
    const { clientId, now } = cancelling;
    const [found, changedAt] = await Promise.all([
      lockUpcomingAppointments(tx, businessId, clientId, now),
      updateTime(tx),
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
        updatedAt: changedAt(now, before.updatedAt),
      };
      deleteClaims(tx, businessId, { appointmentId: before.id });
      updateAppointment(tx, businessId, after, zone);
      publish(tx, snapshot, zone, "appointment.canceled", after, before);
    }
  },
};
