/** The state of an appointment (spec §3). */
export type Status = (typeof statuses)[number];

/** All states: first the usual course of an appointment in order, then the final states of appointments that did not happen. */
export const statuses = [
  "requested",
  "booked",
  "arrived",
  "completed",
  "cancelled",
  "declined",
  "no_show",
] as const;

/** States in which an appointment occupies its time; the others release it (contract §5). */
export const statesThatTakeTime: readonly Status[] = ["requested", "booked", "arrived", "completed"];

/** The time for which a cancellation can be undone, in milliseconds (contract §6). */
export const CANCEL_UNDO_MS = 60_000;

/** Conditions, in addition to an appointment's state, that decide to which states it may change. */
export interface StateFacts {
  /** Whether a sale of the appointment has closed. */
  readonly saleClosed?: boolean;
  /** Whether the appointment was cancelled within the last `CANCEL_UNDO_MS`. */
  readonly justCancelled?: boolean;
}

/**
 * Returns the states to which an appointment may change, in the order of the table in contract §6; none for a final state.
 * Completion can be undone only until a sale of the appointment has closed, and a cancellation only for a minute.
 */
export function allowedFrom(
  status: Status,
  { saleClosed = false, justCancelled = false }: StateFacts = {},
): readonly Status[] {
  if (status === "completed" && saleClosed) return [];
  return status === "cancelled" && !justCancelled ? [] : nextStates[status];
}

/**
 * Classifies a requested transition: `same` changes nothing and emits no event, so that automations may retry; `refused` is a 409
 * `invalid_transition`.
 */
export function transitionOf(
  from: Status,
  to: Status,
  facts: StateFacts = {},
): "same" | "allowed" | "refused" {
  if (from === to) return "same";
  return allowedFrom(from, facts).includes(to) ? "allowed" : "refused";
}

/** Whether an appointment in this state occupies its time. */
export function takesTime(status: Status): boolean {
  return statesThatTakeTime.includes(status);
}

/**
 * Whether the transition occupies time again that was released, as the undo of a no-show or cancellation does: the caller must
 * then check for conflicts.
 */
export function retakesTime(from: Status, to: Status): boolean {
  return !takesTime(from) && takesTime(to);
}

/** Whether the transition undoes an earlier one; its event is `appointment.updated` (contract §7). */
export function isUndo(from: Status, to: Status): boolean {
  return undoOf[from] === to;
}

/**
 * Whether an appointment in this state may be rescheduled or resized. If not, the API responds with 409 `invalid_transition` and
 * `to: null` (contract §5).
 */
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
