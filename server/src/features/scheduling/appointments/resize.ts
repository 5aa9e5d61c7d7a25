import { durationOf, mayReschedule, withDuration } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { appointmentRecord } from "./appointment.ts";
import { type ChangeOutcome, changePlacement, invalidTransition, lockAppointment } from "./change.ts";
import { itemsForPlacement, refuse } from "./plan.ts";

/**
 * Changes the duration of one item. Later items of the appointment move by the difference (contract §5). Adjusts the phases by the rules
 * for a staff member with an individual duration. Allowed in the same statuses as a reschedule.
 */
export async function resize(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: {
    readonly appointmentId: string;
    readonly ifMatch: IfMatch;
    /** If set, the appointment must be this staff member's own; absent or null allows any appointment. */
    readonly own?: OwnOnly | null;
    readonly itemId: string;
    /** The new duration, from 1 to 1440 minutes. */
    readonly minutes: number;
    readonly force: boolean;
    /** If false, the client gets no notification. */
    readonly notifyClient?: boolean;
    readonly now: number;
  },
): Promise<ChangeOutcome> {
  const open = await lockAppointment(tx, snapshot, change.appointmentId, change.ifMatch, change.own);
  const { appointment, location } = open;
  const item = appointment.items.find((candidate) => candidate.id === change.itemId.toLowerCase());
  if (item === undefined)
    return refuse(tx, snapshot, [{ path: "/item_id", message: "is not an item of the appointment" }]);
  if (!mayReschedule(appointment.status)) {
    throw invalidTransition(appointment, null, change.now);
  }
  if (durationOf(item.phases) === change.minutes) {
    return { outcome: "unchanged", record: appointmentRecord(appointment, location.zone) };
  }
  const items = appointment.items.map((candidate) =>
    candidate.id === item.id
      ? { ...candidate, phases: withDuration(candidate.phases, change.minutes) }
      : candidate,
  );
  return changePlacement(tx, snapshot, open, {
    items: itemsForPlacement(snapshot, items),
    startsAt: appointment.startsAt,
    force: change.force,
    notifyClient: change.notifyClient ?? true,
    now: change.now,
  });
}
