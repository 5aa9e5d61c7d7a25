/** The state of an appointment (spec §3). */
export type Status = (typeof statuses)[number];

/** All states, in the order in which an appointment passes through them. */
export const statuses = [
  "requested",
  "booked",
  "arrived",
  "completed",
  "cancelled",
  "declined",
  "no_show",
] as const;

/** States in which an appointment takes its time; the others release it (contract §5). */
export const statesThatTakeTime: readonly Status[] = ["requested", "booked", "arrived", "completed"];

/** How long a cancellation may be undone (contract §6). */
export const CANCEL_UNDO_MS = 60_000;

/** Facts, besides an appointment's state, that decide which states it may change to. */
export interface StateFacts {
  /** A sale of the appointment has closed. */
  readonly saleClosed?: boolean;
  /** It was cancelled within the last `CANCEL_UNDO_MS`. */
  readonly justCancelled?: boolean;
}

/**
 * The states an appointment may change to (contract §6), in the table's order; none from a final state. Completion may
 * be undone only until a sale of the appointment has closed, a cancellation only for a minute.
 */
export function allowedFrom(
  status: Status,
  { saleClosed = false, justCancelled = false }: StateFacts = {},
): readonly Status[] {
  if (status === "completed" && saleClosed) return [];
  return status === "cancelled" && !justCancelled ? [] : nextStates[status];
}

/**
 * Classifies a requested transition: `same` changes nothing and emits no event, because automations retry; `refused`
 * is a 409 `invalid_transition`.
 */
export function transitionOf(
  from: Status,
  to: Status,
  facts: StateFacts = {},
): "same" | "allowed" | "refused" {
  if (from === to) return "same";
  return allowedFrom(from, facts).includes(to) ? "allowed" : "refused";
}

/** Whether an appointment takes its time in this state. */
export function takesTime(status: Status): boolean {
  return statesThatTakeTime.includes(status);
}

/** Whether the transition takes time again that was released, so that conflicts must be checked: the undo of a no-show or cancellation. */
export function retakesTime(from: Status, to: Status): boolean {
  return !takesTime(from) && takesTime(to);
}

/** Whether the transition undoes an earlier one; its event is `appointment.updated` (contract §7). */
export function isUndo(from: Status, to: Status): boolean {
  return undoOf[from] === to;
}

/** Whether an appointment in this state may be rescheduled or resized; else 409 `invalid_transition` with `to: null` (contract §5). */
export function mayReschedule(status: Status): boolean {
  return status === "requested" || status === "booked" || status === "arrived";
}

const nextStates: Readonly<Record<Status, readonly Status[]>> = {
  requested: ["booked", "declined", "cancelled"],
  booked: ["arrived", "completed", "cancelled", "no_show"],
  arrived: ["completed", "cancelled", "booked"],
  no_show: ["booked"],
  completed: ["arrived"],
  cancelled: ["booked"],
  declined: [],
};

const undoOf: Readonly<Partial<Record<Status, Status>>> = {
  arrived: "booked",
  no_show: "booked",
  completed: "arrived",
  cancelled: "booked",
};
