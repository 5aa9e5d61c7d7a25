import {
  type AppointmentItems,
  allowedFrom,
  CANCEL_UNDO_MS,
  type Placement,
  type StateFacts,
  type Status,
} from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, notFound } from "../../../kernel/errors.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type UpdateTime, updateTime } from "../../../platform/updateTimes.ts";
import { clientLocks } from "../../clients/clients/index.ts";
import { forgetNotified, recordAsNotified } from "../appointment-notifications/index.ts";
import { deleteClaims, lockAndReadClaims } from "../calendar/index.ts";
import { assertCurrent, type LocationSnapshot, type SchedulingSnapshot } from "../snapshot/index.ts";
import type { Appointment, AppointmentItem, AppointmentRecord } from "./appointment.ts";
import { isOwnAppointment } from "./ownAppointments.ts";
import { claim, judge, type Taken } from "./placement.ts";
import { extentOf, itemsForPlacement, replacedItems, subjectsOf } from "./plan.ts";
import { publish } from "./publish.ts";
import { lockAppointmentRow, updateAppointment } from "./rows.ts";

/** An appointment that is locked for a change, with its location. */
export interface LockedAppointment {
  readonly appointment: Appointment;
  readonly location: LocationSnapshot;
  /** Returns the `updated_at` value of the change. */
  readonly updateTime: UpdateTime;
}

/**
 * Locks an appointment for a change. Throws `not_found` for an unknown appointment and, with `own`, for another staff member's appointment;
 * `version_mismatch` if its version does not match the caller's `If-Match`; and `StaleSnapshot` for an outdated snapshot, which may lack
 * the appointment's location or services or may contain an outdated webhook payload setting.
 */
export async function lockAppointment(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  id: string,
  ifMatch: IfMatch,
  own: OwnOnly | null = null,
): Promise<LockedAppointment> {
  const [found, changedAt] = await Promise.all([
    lockAppointmentRow(tx, snapshot.businessId, id),
    updateTime(tx),
    assertCurrent(tx, snapshot),
  ]);
  if (found === undefined || !isOwnAppointment(found.appointment, own)) throw notFound();
  const { appointment } = found;
  if (isStale(ifMatch, appointment.version)) {
    const { version } = appointment;
    const message = `The appointment has changed since you read it. Read it again: the current version is ${version}.`;
    throw new ApiError("version_mismatch", message, { version });
  }
  return { appointment, location: locationOf(snapshot, appointment), updateTime: changedAt };
}

/**
 * Like `lockAppointment`, for changes that can make the appointment upcoming again. Locks the client first, as a deletion of the client
 * does, so that the client cannot be deleted concurrently. `hasClient` is false for a deleted client.
 */
export async function lockAppointmentAndClient(
  ...[tx, snapshot, id, ifMatch, own]: Parameters<typeof lockAppointment>
): Promise<LockedAppointment & { readonly hasClient: boolean }> {
  const [hasClient, open] = await Promise.all([
    clientLocks.lockClientOfAppointment(tx, snapshot.businessId, id),
    lockAppointment(tx, snapshot, id, ifMatch, own),
  ]);
  return { ...open, hasClient };
}

/**
 * Throws `invalid_transition` if a reschedule or an undo would give a deleted client an upcoming appointment (contract §9). `to`
 * is null for a reschedule.
 */
export function refuseDeletedClient(
  { appointment, hasClient }: { readonly appointment: Appointment; readonly hasClient: boolean },
  expected: { readonly to: Status | null; readonly startsAt: number; readonly now: number },
): void {
  const { to, startsAt, now } = expected;
  if (hasClient || startsAt < now) return;
  const allowed = statesFrom(appointment, now).filter((state) => state !== to);
  const message =
    "The client of this appointment was deleted, so the appointment cannot become upcoming again.";
  throw new ApiError("invalid_transition", message, { from: appointment.status, to, allowed });
}

function locationOf(snapshot: SchedulingSnapshot, appointment: Appointment): LocationSnapshot {
  const location = snapshot.locations.get(appointment.locationId);
  if (location === undefined)
    throw new Error(`Location ${appointment.locationId} of an appointment was not found.`);
  return location;
}

/**
 * Creates the error for a change that the status does not allow (contract §6). `to` is null for a change of the time or the items. If
 * `now` is absent, the allowed statuses in the error do not include the undo of a cancellation.
 */
export function invalidTransition(
  appointment: Appointment,
  to: Status | null,
  now = Number.POSITIVE_INFINITY,
): ApiError {
  const from = appointment.status;
  const what = to === null ? "be given another time or other items" : `change to ${to}`;
  return new ApiError("invalid_transition", `An appointment with the status ${from} cannot ${what}.`, {
    from,
    to,
    allowed: statesFrom(appointment, now),
  });
}

/** Returns the data that determines the allowed next statuses of an appointment at `now` (contract §6). */
export function stateFacts({ saleClosedAt, cancelledAt }: Appointment, now: number): StateFacts {
  const justCancelled = cancelledAt !== null && now - cancelledAt <= CANCEL_UNDO_MS;
  return { saleClosed: saleClosedAt !== null, justCancelled };
}

function statesFrom(appointment: Appointment, now: number): readonly Status[] {
  return allowedFrom(appointment.status, stateFacts(appointment, now));
}

export type ChangeOutcome =
  | { readonly outcome: "changed" | "unchanged"; readonly record: AppointmentRecord }
  | (Taken & {
      readonly items: AppointmentItems;
      readonly location: LocationSnapshot;
      readonly startsAt: number;
    });

/**
 * Claims the time of a changed appointment. Checks the time by the rules for a booking, but ignores the appointment's own claims. Locks the
 * current and the new subjects together, deletes the old claims and writes new ones. `force` overbooks taken time.
 */
export async function changePlacement(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  open: LockedAppointment,
  wanted: {
    readonly items: AppointmentItems;
    readonly startsAt: number;
    readonly force: boolean;
    /** If false, the client gets no notification about the change. */
    readonly notifyClient?: boolean;
    readonly now: number;
  },
  changes: Partial<Appointment> = {},
  contents?: {
    readonly place: (placement: Placement) => AppointmentItem[];
    readonly write: typeof updateAppointment;
  },
): Promise<ChangeOutcome> {
  const { appointment: before, location } = open;
  const { items, startsAt, now } = wanted;
  const locked = await lockAndReadClaims(
    tx,
    snapshot.businessId,
    [
      ...subjectsOf(location, itemsForPlacement(snapshot, before.items), items),
      ...before.items.flatMap((item) => item.resourceIds),
    ],
    [extentOf(items, startsAt)],
    { now, excludeAppointmentId: before.id },
  );
  const placement = judge(snapshot, location, locked, items, startsAt, now);
  if (!placement.accepted && !wanted.force)
    return { outcome: "taken", conflicts: placement.conflicts, items, location, startsAt };

  const placed = contents?.place(placement) ?? replacedItems(before, items, placement);
  const after: Appointment = {
    ...before,
    // The client has confirmed only the old start.
    ...(startsAt === before.startsAt ? {} : { clientConfirmedAt: null }),
    ...changes,
    items: placed,
    startsAt,
    endsAt: placed.at(-1)?.endsAt ?? before.endsAt,
    version: before.version + 1,
    updatedAt: open.updateTime(now, before.updatedAt),
  };
  const write = contents?.write ?? updateAppointment;
  write(tx, snapshot.businessId, after, location.zone);
  deleteClaims(tx, snapshot.businessId, { appointmentId: before.id });
  await claim(tx, location, locked, items, placement, startsAt, { appointmentId: before.id });
  if (wanted.notifyClient === false) recordAsNotified(tx, snapshot.businessId, after, now);
  else if (after.clientId !== before.clientId) forgetNotified(tx, snapshot.businessId, before);
  return {
    outcome: "changed",
    record: publish(tx, snapshot, location.zone, "appointment.updated", after, before),
  };
}
