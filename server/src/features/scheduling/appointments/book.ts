import type { RequiredForm } from "@daybook/engine";
import type { Source } from "../../../kernel/caller.ts";
import type { FieldProblem } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import { requiredFormsForBooking } from "../../clients/forms/index.ts";
import { recordAsNotified } from "../appointment-notifications/index.ts";
import { type LockedClaims, lockAndReadClaims } from "../calendar/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import type { AppointmentRecord } from "./appointment.ts";
import { newAppointment } from "./newAppointment.ts";
import { claim, judge, type Taken } from "./placement.ts";
import { extentOf, newItems, type Plan, planAppointment, refuse, subjectsOf } from "./plan.ts";
import { publish } from "./publish.ts";
import { insertAppointment } from "./rows.ts";

/** The parameters of a booking. Ids are as in the request body; the start is in milliseconds since the epoch. */
export interface Booking {
  readonly location_id: string;
  readonly client_id: string;
  readonly startsAt: number;
  readonly items: readonly { readonly service_id: string; readonly staff_id: string }[];
  readonly status: "booked" | "requested";
  readonly source: Source;
  /** If true, the booking overbooks taken time. */
  readonly force?: boolean;
  /** If false, the client gets no notification about the booking. */
  readonly notifyClient?: boolean;
  /** The client's note in an online booking; other bookings have no note. */
  readonly internalNote?: string | null;
  readonly now: number;
}

export type BookingOutcome =
  | { readonly outcome: "booked"; readonly record: AppointmentRecord }
  | (Taken & { readonly plan: Plan });

/**
 * Books an appointment: consecutive items from the start time, each with its own staff member and resources. Applies the rules for the
 * audience `team` (contract §5): taken time is a conflict; working hours and notice are not checked.
 *
 * Needs two round trips. The first round trip locks the client and every candidate subject, then reads the claims of the subjects. These
 * claims include the claims of a concurrent booking that acquired the lock first. The second round trip writes the appointment, its items,
 * its claims and its event, and commits. Returns the same record as GET, or the conflicts. Throws `validation_failed` for unknown ids.
 */
export async function book(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  booking: Booking,
): Promise<BookingOutcome> {
  const { plan, problems } = planAppointment(snapshot, booking);
  const subjectIds = plan === undefined ? [] : subjectsOf(plan.location, plan.items);
  const extent = plan === undefined ? [] : [extentOf(plan.items, booking.startsAt)];
  const [hasClient, locked, requiredForms, bookedAt] = await Promise.all([
    lockClientAgainstDeletion(tx, snapshot.businessId, booking.client_id),
    lockAndReadClaims(tx, snapshot.businessId, subjectIds, extent, {
      now: booking.now,
      excludeAppointmentId: null,
    }),
    requiredFormsFor(tx, snapshot, booking),
    updateTime(tx),
  ]);
  if (plan === undefined || !hasClient)
    return refuse(tx, snapshot, [...problems, ...clientProblems(hasClient)]);

  const placement = judge(snapshot, plan.location, locked, plan.items, booking.startsAt, booking.now);
  if (!placement.accepted && booking.force !== true)
    return { outcome: "taken", conflicts: placement.conflicts, plan };
  return {
    outcome: "booked",
    record: await write(
      tx,
      snapshot,
      plan,
      locked,
      { ...booking, requiredForms, updatedAt: bookedAt(booking.now) },
      placement,
      null,
    ),
  };
}

/** Returns the forms that the services of a booking require. Sends no SQL statement if no form applies. */
export function requiredFormsFor(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  booking: Booking,
): Promise<RequiredForm[]> {
  return requiredFormsForBooking(tx, snapshot.businessId, snapshot.forms, {
    clientId: booking.client_id,
    serviceIds: booking.items.map((item) => item.service_id.toLowerCase()),
  });
}

export function clientProblems(hasClient: boolean): FieldProblem[] {
  return hasClient ? [] : [{ path: "/client_id", message: "is not a client of this business" }];
}

/** Writes an accepted appointment with its claims and event. */
export async function write(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  plan: Plan,
  locked: LockedClaims,
  booking: Booking & { readonly requiredForms: readonly RequiredForm[]; readonly updatedAt: number },
  placement: ReturnType<typeof judge>,
  seriesId: string | null,
): Promise<AppointmentRecord> {
  const items = newItems(snapshot, plan.items, placement);
  const { status, source, startsAt, internalNote, requiredForms, now, updatedAt } = booking;
  const appointment = newAppointment(snapshot, {
    ...{ id: newId(), locationId: plan.location.id, clientId: booking.client_id.toLowerCase(), seriesId },
    ...{ status, source, startsAt, internalNote: internalNote ?? null, requiredForms, items, now, updatedAt },
  });
  insertAppointment(tx, snapshot.businessId, appointment, plan.location.zone);
  await claim(tx, plan.location, locked, plan.items, placement, booking.startsAt, {
    appointmentId: appointment.id,
    // An online booking does not revoke the holds of other visitors; a booking by staff does.
    ...(booking.source === "online" ? { onlineAt: booking.now } : {}),
  });
  if (booking.notifyClient === false) recordAsNotified(tx, snapshot.businessId, appointment, booking.now);
  return publish(tx, snapshot, plan.location.zone, "appointment.created", appointment);
}
