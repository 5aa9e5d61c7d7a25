import type { UnassignedItem } from "@daybook/engine";
import { invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { largestExtent, onlinePlacement, subjectsToLock } from "../availability/index.ts";
import { deleteClaims, lockAndReadClaims } from "../calendar/index.ts";
import { type LocationSnapshot, performersAt, type SchedulingSnapshot } from "../snapshot/index.ts";
import { type Appointment, type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import { invalidTransition, type LockedAppointment, lockAppointmentAndClient } from "./change.ts";
import { claim } from "./placement.ts";
import { itemsForPlacement, replacedItems, subjectsOf, unassignItems } from "./plan.ts";
import { publish } from "./publish.ts";
import { readAppointment, updateAppointment } from "./rows.ts";

/** The parameters of a reschedule by the client. */
export interface OnlineMove {
  readonly appointmentId: string;
  readonly startsAt: number;
  /** A staff id or `any` for each item; if undefined, the staff members stay the same. */
  readonly staffIds?: readonly string[];
  readonly patchTestOn?: string | null;
  readonly now: number;
}

export type OnlineMoveOutcome =
  | { readonly outcome: "moved"; readonly record: AppointmentRecord }
  | {
      readonly outcome: "refused";
      readonly location: LocationSnapshot;
      readonly items: readonly UnassignedItem[];
    };

/**
 * Reschedules an appointment for its client to a start that availability offers online. The appointment's own time counts as free. Items
 * keep their order, durations and prices. Allowed while the appointment is requested or booked. Throws `not_found` for an unknown
 * appointment, `invalid_transition` for any other status, and `validation_failed` for invalid items.
 */
export async function rescheduleOnline(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  move: OnlineMove,
): Promise<OnlineMoveOutcome> {
  const open = await lockAppointmentAndClient(tx, snapshot, move.appointmentId, null);
  const { appointment: before, location } = open;
  if (before.status !== "requested" && before.status !== "booked") throw invalidTransition(before, null);
  const items = itemsToMove(snapshot, open, move.staffIds);
  const isSame = move.startsAt === before.startsAt && move.staffIds === undefined;
  if (isSame) return { outcome: "moved", record: appointmentRecord(before, location.zone) };
  const { startsAt, now } = move;
  const present = itemsForPlacement(snapshot, before.items);
  const locked = await lockAndReadClaims(
    tx,
    snapshot.businessId,
    [
      ...subjectsToLock(snapshot, location, items),
      ...subjectsOf(location, present),
      ...before.items.flatMap((item) => item.resourceIds),
    ],
    [largestExtent(items, startsAt)],
    { now, excludeAppointmentId: before.id, audience: "online" },
  );
  const patchTest = move.patchTestOn === undefined ? {} : { patchTestOn: move.patchTestOn };
  const request = { location, items, startsAt, now, excludeAppointmentId: before.id, ...patchTest };
  const placed = await onlinePlacement(tx, snapshot, request);
  if (placed === null) return { outcome: "refused", location, items };
  const moved = replacedItems(before, placed.items, placed.placement);
  const after: Appointment = {
    ...before,
    clientConfirmedAt: null,
    items: moved,
    startsAt,
    endsAt: moved.at(-1)?.endsAt ?? before.endsAt,
    version: before.version + 1,
    updatedAt: open.updateTime(now, before.updatedAt),
  };
  updateAppointment(tx, snapshot.businessId, after, location.zone);
  deleteClaims(tx, snapshot.businessId, { appointmentId: before.id });
  await claim(tx, location, locked, placed.items, placed.placement, startsAt, {
    appointmentId: before.id,
    onlineAt: now,
  });
  return {
    outcome: "moved",
    record: publish(tx, snapshot, location.zone, "appointment.updated", after, before),
  };
}

/** Returns the items of an appointment in the form that an availability search requires, for a reschedule by the client. */
export function itemsToMove(
  snapshot: SchedulingSnapshot,
  { appointment, location }: Pick<LockedAppointment, "appointment" | "location">,
  staffIds: readonly string[] | undefined,
): UnassignedItem[] {
  const items = unassignItems(itemsForPlacement(snapshot, appointment.items));
  if (staffIds === undefined) return items;
  if (staffIds.length !== items.length)
    throw invalid({ path: "/staff_ids", message: "must have as many entries as the appointment has items" });
  return items.map((item, index) => {
    const wanted = staffIds[index]?.toLowerCase() ?? "any";
    const service = snapshot.services.get(item.serviceId);
    const phases = item.candidates[0]?.phases;
    if (service === undefined || phases === undefined) throw new Error("An item has no service.");
    const performers = performersAt(snapshot, location, service)
      .filter(({ id }) => wanted === "any" || id === wanted)
      .map(({ id }) => ({ staffId: id, phases }));
    if (performers.length === 0 && wanted !== "any")
      throw invalid({
        path: `/staff_ids/${index}`,
        message: "is not a staff member who performs this service at this location",
      });
    return { ...item, any: wanted === "any", candidates: performers };
  });
}

/** Reads the items to search for, without locking the appointment; undefined for an unknown appointment. */
export async function readItemsToMove(
  reader: Parameters<typeof readAppointment>[0],
  snapshot: SchedulingSnapshot,
  appointmentId: string,
  staffIds: readonly string[] | undefined,
): Promise<{ readonly location: LocationSnapshot; readonly items: UnassignedItem[] } | undefined> {
  const found = await readAppointment(reader, snapshot.businessId, appointmentId);
  const location = found === undefined ? undefined : snapshot.locations.get(found.appointment.locationId);
  if (found === undefined || location === undefined) return undefined;
  return { location, items: itemsToMove(snapshot, { appointment: found.appointment, location }, staffIds) };
}
