/** Where a visit stands (spec §3). */
export type Status = (typeof statuses)[number];

/** All states, in the order of a visit's life. */
export const statuses = [
  "requested",
  "booked",
  "arrived",
  "completed",
  "cancelled",
  "declined",
  "no_show",
] as const;

/** States in which a visit's time is taken; the others give it back (contract §5). */
export const statesThatTakeTime: readonly Status[] = ["requested", "booked", "arrived", "completed"];

/**
 * The states a visit may go to from here (contract §6), in the table's order; none when it is over. A completed
 * visit may be undone only until a sale of it has closed.
 */
export function allowedFrom(status: Status, { saleClosed = false } = {}): readonly Status[] {
  return status === "completed" && saleClosed ? [] : nextStates[status];
}

/**
 * What asking for `to` means: `same` changes nothing and emits nothing, because automations retry; `refused` is a
 * 409 `invalid_transition`.
 */
export function transitionOf(
  from: Status,
  to: Status,
  { saleClosed = false } = {},
): "same" | "allowed" | "refused" {
  if (from === to) return "same";
  return allowedFrom(from, { saleClosed }).includes(to) ? "allowed" : "refused";
}

/** Whether the visit's time is taken in this state. */
export function takesTime(status: Status): boolean {
  return statesThatTakeTime.includes(status);
}

/** Whether the transition takes time that had been given back, so that it must be checked again: the undo of a no-show. */
export function retakesTime(from: Status, to: Status): boolean {
  return !takesTime(from) && takesTime(to);
}

/** Whether the transition goes back on an earlier one; it is told as `appointment.updated` (contract §7). */
export function isUndo(from: Status, to: Status): boolean {
  return undoOf[from] === to;
}

/** Whether a visit in this state may be moved or resized; else 409 `invalid_transition` with `to: null` (contract §5). */
export function mayReschedule(status: Status): boolean {
  return status === "requested" || status === "booked" || status === "arrived";
}

const nextStates: Readonly<Record<Status, readonly Status[]>> = {
  requested: ["booked", "declined", "cancelled"],
  booked: ["arrived", "completed", "cancelled", "no_show"],
  arrived: ["completed", "cancelled", "booked"],
  no_show: ["booked"],
  completed: ["arrived"],
  cancelled: [],
  declined: [],
};

const undoOf: Readonly<Partial<Record<Status, Status>>> = {
  arrived: "booked",
  no_show: "booked",
  completed: "arrived",
};
