import type { Status } from "@daybook/engine";

/** The message of an e-mail about an appointment. */
export type NotificationKind = "requested" | "booked" | "moved" | "cancelled" | "declined" | "reminder";

/** The state of an appointment, or the state its client was last notified of. */
export interface AppointmentState {
  readonly status: Status;
  /** Null: the client was notified of a start, but it is unknown of which. */
  readonly startsAt: number | null;
}

/**
 * The notification that a client needs, or null if they know the current state. It depends on the current state and not on
 * the event: two quick changes are one e-mail, a change that was undone is none, and a late event sends nothing outdated.
 *
 * No notification while the client is there or after a no-show, nor about a change of staff or duration alone.
 */
export function notificationFor(
  notified: AppointmentState | null,
  current: AppointmentState,
): NotificationKind | null {
  const { status } = current;
  if (status === "cancelled" || status === "declined") return notified?.status === status ? null : status;
  if (status !== "requested" && status !== "booked") return null;
  if (notified === null || (status === "booked" && notified.status === "requested")) return status;
  // A cancellation that was undone after its e-mail had been sent.
  if (notified.status === "cancelled" || notified.status === "declined") return status;
  return notified.startsAt === current.startsAt ? null : "moved";
}
