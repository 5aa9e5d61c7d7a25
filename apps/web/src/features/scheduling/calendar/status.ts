import type { Appointment } from "@daybook/sdk";
import type { IconName } from "../../../base/iconName.ts";

export type Status = Appointment["status"];

/** The icon and message of each status, so that colour is never the only indication. */
export const STATUS = {
  requested: { icon: "question", text: "statusRequested" },
  booked: { icon: "calendar", text: "statusBooked" },
  arrived: { icon: "arrived", text: "statusArrived" },
  completed: { icon: "check", text: "statusCompleted" },
  cancelled: { icon: "close", text: "statusCancelled" },
  declined: { icon: "close", text: "statusDeclined" },
  no_show: { icon: "noShow", text: "statusNoShow" },
} as const satisfies Record<Status, { icon: IconName; text: string }>;

/**
 * For each status, the most common next status (`main`) and the other next statuses that `StatusActions` offers (contract §6). Only the
 * undo of a cancellation offers the change from `cancelled` to `booked`.
 */
export const NEXT = {
  requested: { main: "booked", others: ["declined", "cancelled"] },
  booked: { main: "arrived", others: ["completed", "no_show", "cancelled"] },
  arrived: { main: "completed", others: ["booked", "cancelled"] },
  completed: { main: undefined, others: ["arrived"] },
  cancelled: { main: undefined, others: [] },
  declined: { main: undefined, others: [] },
  no_show: { main: "booked", others: [] },
} as const satisfies Record<Status, { main: Status | undefined; others: readonly Status[] }>;

export const MOVE_TEXT = {
  booked: "doBook",
  arrived: "doArrive",
  completed: "doComplete",
  cancelled: "doCancel",
  declined: "doDecline",
  no_show: "doNoShow",
  requested: "statusRequested",
} as const satisfies Record<Status, string>;

/** Returns the client's name; empty if the user may not read the client, or if the client was erased. */
export function clientName(appointment: Appointment): string {
  const { client } = appointment;
  return client === undefined || client === null
    ? ""
    : [client.first_name, client.last_name].filter(Boolean).join(" ");
}
