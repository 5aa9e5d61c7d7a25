import { retakesTime, type Status, takesTime, transitionOf } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import type { EventType } from "../../../kernel/events.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { suppressCancellationEmail } from "../appointment-notifications/index.ts";
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
} from "./change.ts";
import { itemsForPlacement } from "./plan.ts";
import { publish } from "./publish.ts";
import { updateAppointment } from "./rows.ts";

export interface Transition {
  readonly appointmentId: string;
  readonly ifMatch: IfMatch;
  /** The staff member whose own it must be; absent or null where any visit may be changed. */
  readonly own?: OwnOnly | null;
  readonly to: Status;
  /** Counts only with cancelled and declined. */
  readonly reason: string | null;
  readonly cancelledBy: "team" | "client" | "system";
  /** False: the client gets no letter. Counts only with cancelled. */
  readonly notifyClient?: boolean;
  readonly now: number;
}

/**
 * Moves a visit along its life (contract §6). The same state again is answered as it is, because automations retry.
 * A visit that ends early gives its time back; the undo of a no-show takes it again, and is refused when somebody
 * else has it. The clock never restricts a transition.
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
  const kind = transitionOf(before.status, to, { saleClosed: before.saleClosedAt !== null });
  if (kind === "same") return { outcome: "unchanged", record: appointmentRecord(before, location.zone) };
  if (kind === "refused") throw invalidTransition(before, to);
  refuseDeletedClient(open, { to, startsAt: before.startsAt, now });

  const changes = changesOf(before, change);
  if (retakesTime(before.status, to)) {
    const visit = itemsForPlacement(snapshot, before.items);
    return changePlacement(
      tx,
      snapshot,
      open,
      { visit, startsAt: before.startsAt, force: false, now },
      changes,
    );
  }
  const after: Appointment = { ...before, ...changes, version: before.version + 1, updatedAt: now };
  if (takesTime(before.status) && !takesTime(to)) {
    const subjectIds = before.items.flatMap((item) => [item.staffId, ...item.resourceIds]);
    await lockSubjects(tx, snapshot.businessId, [...new Set(subjectIds)]);
    deleteClaims(tx, snapshot.businessId, { appointmentId: before.id });
  }
  updateAppointment(tx, snapshot.businessId, after, location.zone);
  if (to === "cancelled" && change.notifyClient === false)
    suppressCancellationEmail(tx, snapshot.businessId, after);
  return {
    outcome: "changed",
    record: publish(tx, snapshot, location.zone, eventOf(before.status, to), after, before),
  };
}

/** What a state leaves behind in the record; going back takes it out again. */
function changesOf(before: Appointment, { to, reason, cancelledBy, now }: Transition): Partial<Appointment> {
  switch (to) {
    case "booked":
      // Confirmed, or back from arrived or no-show.
      return before.status === "requested"
        ? { status: to, confirmedAt: now }
        : { status: to, arrivedAt: null, noShowAt: null };
    case "arrived":
      // A visit may be completed without a check-in; when that is undone, they are here as of now.
      return { status: to, completedAt: null, arrivedAt: before.arrivedAt ?? now };
    case "completed":
      return { status: to, completedAt: now };
    case "no_show":
      return { status: to, noShowAt: now };
    case "cancelled":
      return { status: to, cancelledAt: now, cancelledBy, statusReason: reason };
    case "declined":
      // By the team, unless it says otherwise: nobody answered in time.
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

/** Contract §7: an undo and a confirmation are updates, every other state has an event of its own. */
function eventOf(from: Status, to: Status): EventType {
  if (to === "arrived" && from !== "completed") return "appointment.checked_in";
  if (to === "completed") return "appointment.completed";
  if (to === "no_show") return "appointment.no_show";
  if (to === "cancelled" || to === "declined") return "appointment.canceled";
  return "appointment.updated";
}
