import { mayReschedule } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import type { FieldProblem } from "../../../kernel/errors.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { performersAt, type SchedulingSnapshot } from "../snapshot/index.ts";
import { appointmentRecord } from "./appointment.ts";
import {
  type ChangeOutcome,
  changePlacement,
  invalidTransition,
  type LockedAppointment,
  lockAppointmentAndClient,
  refuseDeletedClient,
} from "./change.ts";
import { itemsForPlacement, refuse } from "./plan.ts";

export interface Move {
  readonly appointmentId: string;
  readonly ifMatch: IfMatch;
  /** If set, the appointment must be this staff member's own; absent or null allows any appointment. */
  readonly own?: OwnOnly | null;
  readonly startsAt: number;
  /** The items with a new staff member. The other items keep their staff members. */
  readonly items: readonly { readonly id: string; readonly staff_id: string }[];
  readonly force: boolean;
  /** If false, the client gets no notification. */
  readonly notifyClient?: boolean;
  readonly now: number;
}

/**
 * Reschedules an appointment and reassigns items. The items keep their order, durations and prices (contract §5). Allowed while the
 * appointment is requested, booked or arrived. A request that changes nothing writes and publishes nothing.
 */
export async function reschedule(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  move: Move,
): Promise<ChangeOutcome> {
  const open = await lockAppointmentAndClient(tx, snapshot, move.appointmentId, move.ifMatch, move.own);
  const { appointment, location } = open;
  const problems = staffProblems(snapshot, open, move);
  if (problems.length > 0) return refuse(tx, snapshot, problems);
  if (!mayReschedule(appointment.status)) {
    throw invalidTransition(appointment, null, move.now);
  }
  const newStaff = new Map(move.items.map((item) => [item.id.toLowerCase(), item.staff_id.toLowerCase()]));
  const items = appointment.items.map((item) => ({
    ...item,
    staffId: newStaff.get(item.id) ?? item.staffId,
  }));
  const isSame =
    move.startsAt === appointment.startsAt &&
    items.every((item, index) => item.staffId === appointment.items[index]?.staffId);
  if (isSame) return { outcome: "unchanged", record: appointmentRecord(appointment, location.zone) };
  refuseDeletedClient(open, { to: null, startsAt: move.startsAt, now: move.now });
  return changePlacement(tx, snapshot, open, {
    items: itemsForPlacement(snapshot, items),
    startsAt: move.startsAt,
    force: move.force,
    notifyClient: move.notifyClient ?? true,
    now: move.now,
  });
}

/**
 * Returns problems for unknown or repeated items and for staff members who do not perform the item's service at this location.
 * With `own`, also returns problems for items that the request assigns to other staff members.
 */
function staffProblems(
  snapshot: SchedulingSnapshot,
  { appointment, location }: LockedAppointment,
  { items: changes, own }: Move,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  changes.forEach((change, index) => {
    const item = appointment.items.find((candidate) => candidate.id === change.id.toLowerCase());
    if (item === undefined)
      problems.push({ path: `/items/${index}/id`, message: "is not an item of the appointment" });
    else if (seen.has(item.id))
      problems.push({ path: `/items/${index}/id`, message: "must appear only once" });
    else if (item.staffId !== change.staff_id.toLowerCase()) {
      const service = snapshot.services.get(item.serviceId);
      const performs =
        service !== undefined &&
        performersAt(snapshot, location, service).some(
          (member) => member.id === change.staff_id.toLowerCase(),
        );
      if (own != null && change.staff_id.toLowerCase() !== own.staffId) {
        problems.push({
          path: `/items/${index}/staff_id`,
          message:
            "must be your own staff id: users with the role staff cannot assign items to other staff members",
        });
      } else if (!performs) {
        problems.push({
          path: `/items/${index}/staff_id`,
          message: "is not a staff member who performs this service at this location",
        });
      }
    }
    if (item !== undefined) seen.add(item.id);
  });
  return problems;
}
