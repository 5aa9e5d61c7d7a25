import { mayReschedule } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import type { Appointment } from "./appointment.ts";
import { invalidTransition, type LockedAppointment } from "./change.ts";
import { publish } from "./publish.ts";
import { updateAppointment } from "./rows.ts";

export const appointmentSale = {
  /** Throws `invalid_transition` for an appointment that is cancelled, declined or a no-show. */
  assertSellable({ appointment }: Pick<LockedAppointment, "appointment">): void {
    if (appointment.status !== "completed" && !mayReschedule(appointment.status))
      throw invalidTransition(appointment, "completed");
  },

  /**
   * Records that the sale of an appointment is completed, and completes the appointment from any open status, because a paying client must
   * have been present. A requested appointment is also confirmed. Afterwards, the server rejects transitions from `completed` (contract
   * §6). If the sale is paid before the start and the client has not arrived, the status does not change. In this case, and for a
   * completed appointment, no event is published. The appointment must be locked by `lockAppointmentAndClient`. Throws
   * `invalid_transition` for an appointment that is cancelled, declined or a no-show.
   */
  complete(tx: Transaction, snapshot: SchedulingSnapshot, locked: LockedAppointment, now: number): void {
    appointmentSale.assertSellable(locked);
    const { appointment: before, location } = locked;
    const sold: Appointment = { ...before, saleClosedAt: before.saleClosedAt ?? now };
    const isPrepaid = before.status !== "arrived" && now < before.startsAt;
    if (before.status === "completed" || isPrepaid) {
      updateAppointment(tx, snapshot.businessId, sold, location.zone);
      return;
    }
    const after: Appointment = {
      ...sold,
      status: "completed",
      confirmedAt: before.confirmedAt ?? now,
      completedAt: now,
      version: before.version + 1,
      updatedAt: locked.updateTime(now, before.updatedAt),
    };
    updateAppointment(tx, snapshot.businessId, after, location.zone);
    publish(tx, snapshot, location.zone, "appointment.completed", after, before);
  },

  /**
   * Records a change of data that belongs to an appointment but not to its record, such as its promotion. Increments the
   * version and publishes an update that names the fields in `changed` (contract §7). The appointment must be locked. Returns
   * the changed appointment.
   */
  recordRelatedChange(
    tx: Transaction,
    snapshot: SchedulingSnapshot,
    locked: LockedAppointment,
    change: { readonly changed: readonly string[]; readonly now: number },
  ): LockedAppointment {
    const { appointment: before, location, updateTime } = locked;
    const updatedAt = updateTime(change.now, before.updatedAt);
    const after: Appointment = { ...before, version: before.version + 1, updatedAt };
    updateAppointment(tx, snapshot.businessId, after, location.zone);
    publish(tx, snapshot, location.zone, "appointment.updated", after, before, change.changed);
    return { appointment: after, location, updateTime };
  },
};
