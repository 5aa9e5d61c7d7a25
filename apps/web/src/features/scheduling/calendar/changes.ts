import { MINUTE } from "@daybook/engine";
import type { Appointment, Block } from "@daybook/sdk";
import { api } from "../../../base/api.ts";

/** A move or resize of an appointment's item. */
export type Change =
  | {
      readonly kind: "move";
      readonly appointment: Appointment;
      readonly itemId: string;
      /** The new start of the item. The other items of the appointment move by the same difference. */
      readonly startsAt: number;
      readonly staffId: string;
    }
  | {
      readonly kind: "resize";
      readonly appointment: Appointment;
      readonly itemId: string;
      readonly minutes: number;
    };

/** The move of a block to another time, staff member or room. */
export interface BlockChange {
  readonly kind: "block";
  readonly block: Block;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly subject: { readonly staff_id: string } | { readonly resource_id: string };
}

export function itemOf(appointment: Appointment, itemId: string): Appointment["items"][number] {
  const item = appointment.items.find(({ id }) => id === itemId) ?? appointment.items[0];
  if (item === undefined) throw new Error("An appointment has at least one item.");
  return item;
}

export function changesNothing(change: Change): boolean {
  const item = itemOf(change.appointment, change.itemId);
  return change.kind === "move"
    ? Date.parse(item.starts_at) === change.startsAt && item.staff_id === change.staffId
    : item.duration_minutes === change.minutes;
}

/**
 * Whether the change moves the start. The server sends an e-mail only if the start changes, not if only the duration or staff member
 * changes.
 */
export function movesStart(change: Change): boolean {
  return (
    change.kind === "move" &&
    Date.parse(itemOf(change.appointment, change.itemId).starts_at) !== change.startsAt
  );
}

/**
 * Returns the change that undoes `change`. The result is based on `after`, the version that the server returned for `change`.
 */
export function opposite(change: Change, after: Appointment): Change {
  const item = itemOf(change.appointment, change.itemId);
  return change.kind === "move"
    ? { ...change, appointment: after, startsAt: Date.parse(item.starts_at), staffId: item.staff_id }
    : { ...change, appointment: after, minutes: item.duration_minutes };
}

/** Sends a change. `If-Match` contains the version that the user saw. */
export async function sendChange(
  business: string,
  change: Change,
  options: {
    readonly force?: boolean;
    readonly notifiesClient: boolean;
    readonly idempotencyKey: string;
  },
): Promise<Appointment> {
  const { appointment, itemId } = change;
  const path = { business, appointment: appointment.id };
  const common = {
    notify_client: options.notifiesClient,
    ...(options.force === true ? { force: true } : {}),
  };
  const sent = { path, ifMatch: appointment.version, idempotencyKey: options.idempotencyKey };
  if (change.kind === "resize") {
    const body = { item_id: itemId, minutes: change.minutes, ...common };
    return api.appointments.resize({ ...sent, body });
  }
  const item = itemOf(appointment, itemId);
  const shiftedBy = change.startsAt - Date.parse(item.starts_at);
  const startsAt = Date.parse(appointment.starts_at) + shiftedBy;
  const items = item.staff_id === change.staffId ? {} : { items: [{ id: itemId, staff_id: change.staffId }] };
  return api.appointments.reschedule({
    ...sent,
    body: { starts_at: new Date(startsAt).toISOString(), ...items, ...common },
  });
}

/** Returns the new end of the changed item. */
export function endsAtOf(change: Change): number {
  const item = itemOf(change.appointment, change.itemId);
  return change.kind === "move"
    ? change.startsAt + item.duration_minutes * MINUTE
    : Date.parse(item.starts_at) + change.minutes * MINUTE;
}
