import type { Status } from "@daybook/engine";

/** What a letter tells the client of a visit. */
export type NotificationKind = "requested" | "booked" | "moved" | "cancelled" | "declined" | "reminder";

/** A visit as its client knows it, or as it is. */
export interface Known {
  readonly status: Status;
  /** Null: they know of a time, but not which one was told last. */
  readonly startsAt: number | null;
}

/**
 * What a client is to be told of a visit, by what they know of it; null when it is as they know it. What counts is where
 * the visit stands now and not which event tells of it: of two changes of one minute the client hears once, what was
 * taken back they never hear of, and an event that is told of late says nothing that is no longer true.
 *
 * Nothing is said while the client is there, or was missed; nor of who performs it and for how long.
 */
export function notificationFor(told: Known | null, visit: Known): NotificationKind | null {
  const { status } = visit;
  if (status === "cancelled" || status === "declined") return told?.status === status ? null : status;
  if (status !== "requested" && status !== "booked") return null;
  if (told === null || (status === "booked" && told.status === "requested")) return status;
  return told.startsAt === visit.startsAt ? null : "moved";
}
