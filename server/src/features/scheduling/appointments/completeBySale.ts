import { mayReschedule } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { type Appointment, type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import { invalidTransition, type LockedAppointment } from "./change.ts";
import { publish } from "./publish.ts";
import { updateAppointment } from "./store.ts";

/**
 * Refuses a sale of a visit that has not taken place and will not: cancelled, declined or missed. Throws
 * `invalid_transition`.
 */
export function assertSellable({ appointment }: LockedAppointment): void {
  if (appointment.status !== "completed" && !mayReschedule(appointment.status))
    throw invalidTransition(appointment, "completed");
}

/**
 * Completes a visit because its sale closes, from whatever state it waits in: who has paid was here, so one that was
 * only requested counts as confirmed too. From now on it stays completed (contract §6). One that is completed already
 * is not told of again. The visit must be open (`openVisitOfClient`). Throws `invalid_transition`.
 */
export function completeBySale(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  open: LockedAppointment,
  now: number,
): void {
  assertSellable(open);
  const { appointment: before, location } = open;
  const sold: Appointment = { ...before, saleClosedAt: before.saleClosedAt ?? now };
  if (before.status === "completed") {
    updateAppointment(tx, snapshot.businessId, sold, location.zone);
    return;
  }
  const after: Appointment = {
    ...sold,
    status: "completed",
    confirmedAt: before.confirmedAt ?? now,
    completedAt: now,
    version: before.version + 1,
    updatedAt: now,
  };
  updateAppointment(tx, snapshot.businessId, after, location.zone);
  publish(tx, snapshot, location.zone, "appointment.completed", after, before);
}

/**
 * Writes down that something has changed that hangs on a visit and is not in its record, such as its promotion: the
 * version goes up and subscribers are told what it was (contract §7). The visit must be open (`openVisit`).
 */
export function recordRelatedChange(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  open: LockedAppointment,
  change: { readonly changed: readonly string[]; readonly now: number },
): AppointmentRecord {
  const { appointment: before, location } = open;
  const after: Appointment = { ...before, version: before.version + 1, updatedAt: change.now };
  updateAppointment(tx, snapshot.businessId, after, location.zone);
  publish(tx, snapshot, location.zone, "appointment.updated", after, before, change.changed);
  return appointmentRecord(after, location.zone);
}
