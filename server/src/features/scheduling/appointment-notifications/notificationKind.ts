import type { Status } from "@daybook/engine";

export const NOTIFICATION_KINDS = [
  "requested",
  "booked",
  "moved",
  "cancelled",
  "declined",
  "reminder",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The state of an appointment, or the state of which its client was last notified. */
export interface AppointmentState {
  readonly status: Status;
  /** Nullable because the database column is nullable. A null start differs from the start of every appointment. */
  readonly startsAt: number | null;
}

/**
 * Returns the notification that a client needs; null for none. The decision depends on the current state of the appointment,
 * not on the event. Two changes in quick succession therefore cause one notification, an undone change causes no notification,
 * and a late event causes no notification with outdated information.
 *
 * A client gets no notification during the appointment, after a no-show, or if only the staff or duration changed.
 */
export function notificationFor(
  notified: AppointmentState | null,
  current: AppointmentState,
): NotificationKind | null {
  const { status } = current;
  if (status === "cancelled" || status === "declined") return notified?.status === status ? null : status;
  if (status !== "requested" && status !== "booked") return null;
  if (notified === null || (status === "booked" && notified.status === "requested")) return status;
  // A cancellation was undone after its notification had been sent.
  if (notified.status === "cancelled" || notified.status === "declined") return status;
  return notified.startsAt === current.startsAt ? null : "moved";
}
