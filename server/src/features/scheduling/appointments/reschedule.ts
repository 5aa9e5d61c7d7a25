import { mayReschedule } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import type { FieldProblem } from "../../../kernel/errors.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { performersAt, type SchedulingSnapshot } from "../calendar/index.ts";
import { appointmentRecord } from "./appointment.ts";
import {
  type ChangeOutcome,
  invalidTransition,
  type OpenVisit,
  openVisitOfClient,
  refuseDeletedClient,
  replace,
} from "./change.ts";
import { refuse, visitOf } from "./plan.ts";

export interface Move {
  readonly appointmentId: string;
  readonly ifMatch: IfMatch;
  /** The staff member whose own it must be; absent or null where any visit may be changed. */
  readonly own?: OwnOnly | null;
  readonly startsAt: number;
  /** Items that change hands; all others keep their member. */
  readonly items: readonly { readonly id: string; readonly staff_id: string }[];
  readonly force: boolean;
  readonly now: number;
}

/**
 * Moves a visit, and hands items to other members: it keeps its items, their order, durations and prices (contract
 * §5). Allowed while it is requested, booked or arrived. Nothing changed: answered as it is, and nobody is told.
 */
export async function reschedule(
  tx: Transaction,
  setup: SchedulingSnapshot,
  move: Move,
): Promise<ChangeOutcome> {
  const open = await openVisitOfClient(tx, setup, move.appointmentId, move.ifMatch, move.own);
  const { appointment, place } = open;
  const problems = staffProblems(setup, open, move);
  if (problems.length > 0) return refuse(tx, setup, problems);
  if (!mayReschedule(appointment.status)) {
    throw invalidTransition(appointment, null);
  }
  const newStaff = new Map(move.items.map((item) => [item.id.toLowerCase(), item.staff_id.toLowerCase()]));
  const items = appointment.items.map((item) => ({
    ...item,
    staffId: newStaff.get(item.id) ?? item.staffId,
  }));
  const isSame =
    move.startsAt === appointment.startsAt &&
    items.every((item, index) => item.staffId === appointment.items[index]?.staffId);
  if (isSame) return { outcome: "unchanged", record: appointmentRecord(appointment, place.zone) };
  refuseDeletedClient(open, { to: null, startsAt: move.startsAt, now: move.now });
  return replace(tx, setup, open, {
    visit: visitOf(setup, items),
    startsAt: move.startsAt,
    force: move.force,
    now: move.now,
  });
}

/** An item of another visit, an item named twice, somebody who does not perform it here: mistakes of the body. */
function staffProblems(
  setup: SchedulingSnapshot,
  { appointment, place }: OpenVisit,
  { items: changes, own }: Move,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  changes.forEach((change, index) => {
    const item = appointment.items.find((candidate) => candidate.id === change.id.toLowerCase());
    if (item === undefined)
      problems.push({ path: `/items/${index}/id`, message: "is not an item of this appointment" });
    else if (seen.has(item.id))
      problems.push({ path: `/items/${index}/id`, message: "is named more than once" });
    else if (item.staffId !== change.staff_id.toLowerCase()) {
      const service = setup.services.get(item.serviceId);
      const performs =
        service !== undefined &&
        performersAt(setup, place, service).some((member) => member.id === change.staff_id.toLowerCase());
      if (own != null && change.staff_id.toLowerCase() !== own.staffId) {
        problems.push({ path: `/items/${index}/staff_id`, message: "is handed to others by reception" });
      } else if (!performs) {
        problems.push({
          path: `/items/${index}/staff_id`,
          message: "does not perform this service at this location",
        });
      }
    }
    if (item !== undefined) seen.add(item.id);
  });
  return problems;
}
