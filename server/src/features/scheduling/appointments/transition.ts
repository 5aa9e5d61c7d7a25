import { retakesTime, type Status, takesTime, transitionOf } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import type { EventType } from "../../../kernel/events.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { recordAsNotified } from "../appointment-notifications/index.ts";
import { deleteClaims, lockSubjects } from "../calendar/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { type Appointment, appointmentRecord } from "./appointment.ts";
import {
  type ChangeOutcome,
  changePlacement,
  invalidTransition,
  lockAppointment,
  lockAppointmentAndClient,
  refuseDeletedClient,
  stateFacts,
} from "./change.ts";
import { itemsForPlacement } from "./plan.ts";
import { publish } from "./publish.ts";
import { updateAppointment } from "./rows.ts";

export interface Transition {
  readonly appointmentId: string;
  readonly ifMatch: IfMatch;
  /** If set, the appointment must be this staff member's own; absent or null allows any appointment. */
  readonly own?: OwnOnly | null;
  readonly to: Status;
  /** The reason, for the statuses `cancelled` and `declined` only. */
  readonly reason: string | null;
  readonly cancelledBy: "team" | "client" | "system";
  /** If false, the client gets no notification. Only used for the status `cancelled`. */
  readonly notifyClient?: boolean;
  readonly now: number;
}

/**
 * Changes the status of an appointment (contract §6). Setting the current status again changes nothing, because API clients
 * retry requests. The statuses cancelled, declined and no-show release the time. Undoing a no-show or a cancellation claims the
 * time again and fails if the time is taken. A cancellation can be undone within a minute; all other transitions have no time
 * limit.
 */
export async function transition(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: Transition,
): Promise<ChangeOutcome> {
  const { to, now } = change;
  const opened = [tx, snapshot, change.appointmentId, change.ifMatch, change.own] as const;
  const open =
    to === "booked"
      ? await lockAppointmentAndClient(...opened)
      : { ...(await lockAppointment(...opened)), hasClient: true };
  const { appointment: before, location } = open;
  const kind = transitionOf(before.status, to, stateFacts(before, now));
  if (kind === "same") return { outcome: "unchanged", record: appointmentRecord(before, location.zone) };
  if (kind === "refused") throw invalidTransition(before, to, now);
  refuseDeletedClient(open, { to, startsAt: before.startsAt, now });

  const changes = changesOf(before, change);
  if (retakesTime(before.status, to)) {
    const items = itemsForPlacement(snapshot, before.items);
    return changePlacement(
      tx,
      snapshot,
      open,
      { items, startsAt: before.startsAt, force: false, now },
      changes,
    );
  }
  const after: Appointment = {
    ...before,
    ...changes,
    version: before.version + 1,
    updatedAt: open.updateTime(now, before.updatedAt),
  };
  if (takesTime(before.status) && !takesTime(to)) {
    const subjectIds = before.items.flatMap((item) => [item.staffId, ...item.resourceIds]);
    await lockSubjects(tx, snapshot.businessId, [...new Set(subjectIds)]);
    deleteClaims(tx, snapshot.businessId, { appointmentId: before.id });
  }
  updateAppointment(tx, snapshot.businessId, after, location.zone);
  if (to === "cancelled" && change.notifyClient === false)
    recordAsNotified(tx, snapshot.businessId, after, now);
  return {
    outcome: "changed",
    record: publish(tx, snapshot, location.zone, eventOf(before.status, to), after, before),
  };
}

/**
 * Returns the changed fields for a new status: the fields that the status sets and, for an undo, the fields that the undo
 * clears.
 */
function changesOf(before: Appointment, { to, reason, cancelledBy, now }: Transition): Partial<Appointment> {
  switch (to) {
    case "booked":
      // The appointment is confirmed, or returns from arrived, no-show or cancelled.
      if (before.status === "requested") return { status: to, confirmedAt: now };
      return {
        status: to,
        confirmedAt: before.confirmedAt ?? now,
        arrivedAt: null,
        noShowAt: null,
        ...(before.status === "cancelled"
          ? { cancelledAt: null, cancelledBy: null, statusReason: null }
          : {}),
      };
    case "arrived":
      // If the appointment was completed without a check-in, undoing the completion records the check-in.
      return { status: to, completedAt: null, arrivedAt: before.arrivedAt ?? now };
    case "completed":
      return { status: to, completedAt: now };
    case "no_show":
      return { status: to, noShowAt: now };
    case "cancelled":
      return { status: to, cancelledAt: now, cancelledBy, statusReason: reason };
    case "declined":
      // `cancelled_by` stays null if staff declined; `system` means that the appointment was still requested at its start.
      return {
        status: to,
        declinedAt: now,
        statusReason: reason,
        ...(cancelledBy === "system" ? { cancelledBy } : {}),
      };
    case "requested":
      return {};
  }
}

/**
 * Returns the event type of a transition (contract §7): `appointment.updated` for an undo and a confirmation; otherwise the event of the
 * new status.
 */
function eventOf(from: Status, to: Status): EventType {
  if (to === "arrived" && from !== "completed") return "appointment.checked_in";
  if (to === "completed") return "appointment.completed";
  if (to === "no_show") return "appointment.no_show";
  if (to === "cancelled" || to === "declined") return "appointment.canceled";
  return "appointment.updated";
}
