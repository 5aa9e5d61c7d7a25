import { mayReschedule } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import type { FieldProblem } from "../../../kernel/errors.ts";
import type { IfMatch } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { isOwnClient, lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import { revokeFormsLinks } from "../../clients/forms/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { type Appointment, appointmentRecord } from "./appointment.ts";
import { clientProblems } from "./book.ts";
import {
  type ChangeOutcome,
  changePlacement,
  invalidTransition,
  type LockedAppointment,
  lockAppointmentAndClient,
  refuseDeletedClient,
} from "./change.ts";
import { refuse } from "./plan.ts";
import { type PlannedItems, placedItems, planItems, type WantedItem } from "./planItems.ts";
import { readAppointment, replaceContents } from "./rows.ts";

/**
 * A price set by a user and the menu price that it replaces. If the service no longer has a menu price, `listMinor` is the booked price.
 */
export interface SetPrice {
  readonly priceMinor: number;
  readonly listMinor: number;
}

/**
 * The checks and updates of an appointment's sale when its items change. The caller passes in these functions, because the
 * feature `checkout`, which implements them, imports this feature.
 */
export interface SaleOfItems {
  /** Throws `sale_closed` if a sale of the appointment is completed and not refunded. */
  assertOpen(tx: Transaction, businessId: string, appointment: Appointment): Promise<void>;
  /** Throws `forbidden_role` if the discount in these prices exceeds the limit of the caller's role. */
  assertPrices(tx: Transaction, businessId: string, prices: readonly SetPrice[]): Promise<void>;
  /** Updates the lines of the appointment's open sale after the items changed. */
  itemsChanged(
    tx: Transaction,
    snapshot: SchedulingSnapshot,
    locked: LockedAppointment,
    change: { readonly before: Appointment; readonly now: number },
  ): Promise<void>;
}

export interface ItemsReplacement {
  readonly appointmentId: string;
  readonly ifMatch: IfMatch;
  /**
   * If set, the appointment must be this staff member's own, and new items must be assigned to this staff member; null for no restriction.
   */
  readonly own: OwnOnly | null;
  readonly items: readonly WantedItem[];
  /** The new client; null keeps the current one. */
  readonly clientId: string | null;
  /** The new start; null keeps the current one. */
  readonly startsAt: number | null;
  readonly force: boolean;
  readonly notifyClient: boolean;
  readonly sale: SaleOfItems;
  readonly now: number;
}

/**
 * Replaces the items of an appointment: adds, removes, replaces and reorders services, and may change client and start. Items named by id
 * keep durations and price unless their service changes. Checks taken time by the rules for a booking (contract §5). Allowed in the same
 * statuses as a reschedule. Updates the open sale of the appointment. A request that changes nothing writes nothing.
 */
export async function replaceItems(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  change: ItemsReplacement,
): Promise<ChangeOutcome> {
  const { businessId } = snapshot;
  const { clientId, own, now, sale } = change;
  // All transactions lock clients before appointments, so that they do not deadlock.
  const hasNewClient = clientId === null || (await lockClientAgainstDeletion(tx, businessId, clientId));
  const open = await lockAppointmentAndClient(tx, snapshot, change.appointmentId, change.ifMatch, own);
  const { appointment: before, location } = open;
  await sale.assertOpen(tx, businessId, before);
  if (!mayReschedule(before.status)) throw invalidTransition(before, null, now);

  const planned = planItems(snapshot, open, change.items);
  const problems = [...planned.problems, ...ownProblems(before, change)];
  const isNewClient = clientId !== null && clientId !== before.clientId;
  if (!hasNewClient || (isNewClient && own !== null && !(await isOwnClient(tx, businessId, clientId, own))))
    problems.unshift(...clientProblems(false));
  if (problems.length > 0) return refuse(tx, snapshot, problems);
  const startsAt = change.startsAt ?? before.startsAt;
  if (!isNewClient && startsAt === before.startsAt && isSame(before, planned))
    return { outcome: "unchanged", record: appointmentRecord(before, location.zone) };
  if (!isNewClient) refuseDeletedClient(open, { to: null, startsAt, now });
  await sale.assertPrices(tx, businessId, planned.prices);

  const outcome = await changePlacement(
    tx,
    snapshot,
    open,
    { items: planned.items, startsAt, force: change.force, notifyClient: change.notifyClient, now },
    isNewClient ? { clientId, clientConfirmedAt: null } : {},
    { place: (placement) => placedItems(planned, placement), write: replaceContents },
  );
  if (outcome.outcome !== "changed") return outcome;
  // Revokes the links, so that the previous client cannot open the new client's forms.
  if (isNewClient) revokeFormsLinks(tx, businessId, before.id);
  const changed = (await readAppointment(tx, businessId, before.id))?.appointment ?? before;
  await sale.itemsChanged(tx, snapshot, { ...open, appointment: changed }, { before, now });
  // Reads the appointment again, because an update that completes the sale also completes the appointment.
  const after = (await readAppointment(tx, businessId, before.id))?.appointment ?? changed;
  return { outcome: "changed", record: appointmentRecord(after, location.zone) };
}

/** Returns problems if a staff member changes items of other staff members or assigns items to other staff members. */
function ownProblems(before: Appointment, { own, items }: ItemsReplacement): FieldProblem[] {
  if (own === null) return [];
  const problems = items.flatMap(({ id, service_id, staff_id }, index) => {
    const kept = before.items.find((item) => item.id === id?.toLowerCase());
    const isKept = kept?.serviceId === service_id.toLowerCase() && kept.staffId === staff_id.toLowerCase();
    if (isKept || staff_id.toLowerCase() === own.staffId) return [];
    return [
      {
        path: `/items/${index}/staff_id`,
        message: "must be your own staff id: users with the role staff cannot book for other staff members",
      },
    ];
  });
  const named = new Set(items.map(({ id }) => id?.toLowerCase()));
  const isDropped = before.items.some((item) => item.staffId !== own.staffId && !named.has(item.id));
  if (isDropped)
    problems.push({
      path: "/items",
      message: "must contain all items of other staff members: users with the role staff cannot remove them",
    });
  return problems;
}

function isSame(before: Appointment, { items, ids, priceMinors }: PlannedItems): boolean {
  return (
    items.length === before.items.length &&
    before.items.every((item, index) => {
      const planned = items[index];
      return (
        ids[index] === item.id &&
        planned?.serviceId === item.serviceId &&
        planned.staffId === item.staffId &&
        priceMinors[index] === item.priceAmount
      );
    })
  );
}
