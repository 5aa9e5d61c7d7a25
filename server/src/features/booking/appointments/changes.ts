import { utcText } from "@daybook/engine";
import { ApiError } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { onlineAppointments, transition } from "../../scheduling/appointments/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../../scheduling/snapshot/index.ts";
import { onlineConflict, patchTestRequired } from "../holds/index.ts";
import { unavailable } from "../public-business/index.ts";
import { isContactBlocked } from "../visitors/index.ts";
import { isMovable, type LinkSettings, openManageLink } from "./managedAppointment.ts";
import type { ManagedRow } from "./store.ts";

/** The time in milliseconds before the start from which clients can check in. */
const HERE_BEFORE_MS = 60 * 60_000;

interface Opened {
  readonly businessId: string;
  readonly appointmentId: string;
  readonly row: ManagedRow;
  readonly now: number;
}

type Settings = LinkSettings;

/**
 * Cancels an appointment for its client, also after the free-cancellation window has closed. A repeated request changes
 * nothing. Throws `invalid_transition` unless the appointment is requested, booked or cancelled.
 */
export async function cancelManaged(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { appointmentId, row, now }: Opened,
  reason: string | null,
): Promise<void> {
  if (!["requested", "booked", "cancelled"].includes(row.status)) throw refusedTo("cancelled", row);
  await transition(tx, snapshot, {
    appointmentId,
    ifMatch: null,
    to: "cancelled",
    reason,
    cancelledBy: "client",
    now,
  });
}

/**
 * Checks the client in. Throws `invalid_transition` unless the client is already checked in, or the appointment is booked and
 * starts within an hour or has already started.
 */
export async function arriveManaged(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { appointmentId, row, now }: Opened,
): Promise<void> {
  const isTime = now >= row.starts_at - HERE_BEFORE_MS;
  if (row.status !== "arrived" && (row.status !== "booked" || !isTime)) throw refusedTo("arrived", row);
  await transition(tx, snapshot, {
    appointmentId,
    ifMatch: null,
    to: "arrived",
    reason: null,
    cancelledBy: "client",
    now,
  });
}

/** Records the client's confirmation of the appointment. Throws `invalid_transition` unless the appointment is booked and has not begun. */
export async function confirmManaged(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { appointmentId, row, now }: Opened,
): Promise<void> {
  const isConfirmed = await onlineAppointments.confirm(tx, snapshot, { appointmentId, now });
  if (!isConfirmed) throw refusedTo("booked", row);
}

const ACCEPTED = {
  booked: "confirm only a booked appointment, before it starts",
  cancelled: "cancel only a requested or booked appointment",
  arrived: "check in only to a booked appointment, at the earliest one hour before it starts",
} as const;

function refusedTo(to: keyof typeof ACCEPTED, { status, starts_at }: ManagedRow): ApiError {
  const message = `The client can ${ACCEPTED[to]}. This appointment has the status ${status} and starts at ${utcText(starts_at)}.`;
  return new ApiError("invalid_transition", message, { from: status, to, allowed: [] });
}

/**
 * Throws `online_booking_unavailable` if the location is not published or the client is blocked, and `change_window_closed` if the
 * policy's change window has closed or the appointment has begun.
 */
export async function assertMovable(
  reader: Parameters<typeof isContactBlocked>[0],
  { secret }: Settings,
  { businessId, row, now }: Opened,
): Promise<void> {
  const contact = { email: row.client_email, phone_e164: row.client_phone_e164 };
  const blocked = row.is_blocked || (await isContactBlocked(reader, businessId, contact, secret));
  if (row.published_at === null || blocked) throw unavailable();
  if (!isMovable(row, now))
    throw new ApiError(
      "change_window_closed",
      "This appointment can no longer be rescheduled online. Contact the business.",
    );
}

/**
 * Reschedules an appointment for its client. Throws `not_found` for an invalid link, the errors of `assertMovable`,
 * `patch_test_required` if the client has no required patch test, and `time_conflict` with available start times.
 */
export async function rescheduleManaged(
  { database, clock }: Context,
  settings: Settings,
  token: string,
  wanted: { readonly starts_at: string; readonly staff_ids?: readonly string[] },
): Promise<void> {
  const now = clock.now();
  const startsAt = instantOf(wanted.starts_at);
  const opened = { ...(await openManageLink(database, settings, token, now)), now };
  const { businessId, appointmentId, row } = opened;
  await assertMovable(database, settings, opened);
  await withSnapshot(database, businessId, async (snapshot) => {
    const move = {
      appointmentId,
      startsAt,
      ...(wanted.staff_ids === undefined ? {} : { staffIds: wanted.staff_ids }),
      patchTestOn: row.patch_test_at,
      now,
    };
    const outcome = await database.transaction((tx) => onlineAppointments.reschedule(tx, snapshot, move));
    if (outcome.outcome === "moved") return;
    const { location, items } = outcome;
    if (row.patch_test_at === null && items.some((item) => item.rules.requiresPatchTest))
      throw patchTestRequired(items);
    throw await onlineConflict(database, snapshot, {
      location,
      items,
      startsAt,
      now,
      excludeAppointmentId: appointmentId,
      patchTestOn: row.patch_test_at,
    });
  });
}
