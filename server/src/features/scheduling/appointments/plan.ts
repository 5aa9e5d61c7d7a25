import {
  type AppointmentItems,
  durationOf,
  type Item,
  MINUTE,
  type Placement,
  type UnassignedItem,
} from "@daybook/engine";
import { type FieldProblem, invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { unassignedItemsOf } from "../availability/index.ts";
import { assertCurrent, type LocationSnapshot, type SchedulingSnapshot } from "../snapshot/index.ts";
import type { Appointment, AppointmentItem } from "./appointment.ts";

/** An appointment to book, with its ids resolved in the snapshot. */
export interface Plan {
  readonly location: LocationSnapshot;
  /** The items in the form that an availability search requires, for finding alternatives. */
  readonly unassignedItems: readonly UnassignedItem[];
  readonly items: AppointmentItems;
}

/**
 * Resolves the ids of a booking. `problems` contains the ids that are unknown or cannot be booked, with their paths in the
 * body.
 */
export function planAppointment(
  snapshot: SchedulingSnapshot,
  input: { location_id: string; items: readonly { service_id: string; staff_id: string }[] },
): { plan: Plan | undefined; problems: FieldProblem[] } {
  const location = snapshot.locations.get(input.location_id.toLowerCase());
  if (location === undefined || !location.active) {
    return {
      plan: undefined,
      problems: [{ path: "/location_id", message: "is not an active location of this business" }],
    };
  }
  const requested = input.items.map((item) => ({
    serviceId: item.service_id.toLowerCase(),
    staffId: item.staff_id.toLowerCase(),
  }));
  const { items, problems } = unassignedItemsOf(
    snapshot,
    location,
    requested,
    (index, field) => `/items/${index}/${field}`,
  );
  if (problems.length > 0) return { plan: undefined, problems };
  return { plan: { location, unassignedItems: items, items: items.map(assigned) }, problems };
}

/** Assigns an item to its only candidate. */
function assigned(item: UnassignedItem): Item {
  const candidate = item.candidates[0];
  if (candidate === undefined) throw new Error("An item of a booking has no staff member.");
  const { candidates: _, any: __, ...rest } = item;
  return { ...rest, staffId: candidate.staffId, phases: candidate.phases };
}

/**
 * Throws `validation_failed` with these problems, or `StaleSnapshot` if the snapshot is outdated and may have caused the
 * problems.
 */
export async function refuse(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  problems: readonly FieldProblem[],
): Promise<never> {
  await assertCurrent(tx, snapshot);
  throw invalid(...problems);
}

/**
 * Converts the items of an existing appointment for a new placement. The items keep their phases and buffers and get the current resource
 * needs of their services. Staff members who no longer perform the service at the location stay assigned.
 */
export function itemsForPlacement(
  snapshot: SchedulingSnapshot,
  items: readonly AppointmentItem[],
): AppointmentItems {
  return items.map((item) => {
    const service = snapshot.services.get(item.serviceId);
    if (service === undefined)
      throw new Error(`Service ${item.serviceId} of an appointment is not in the snapshot.`);
    return {
      serviceId: item.serviceId,
      staffId: item.staffId,
      phases: item.phases,
      bufferBeforeMinutes: item.bufferBeforeMinutes,
      bufferAfterMinutes: item.bufferAfterMinutes,
      needs: service.needs,
      rules: service.rules,
    };
  });
}

/** Converts items to the form that an availability search requires, each with its current staff member as the only candidate. */
export function unassignItems(items: AppointmentItems): UnassignedItem[] {
  return items.map(({ staffId, phases, ...rest }) => ({
    ...rest,
    any: false,
    candidates: [{ staffId, phases }],
  }));
}

/** Creates the items of a new appointment, with the times and resources of a placement. */
export function newItems(
  snapshot: SchedulingSnapshot,
  items: AppointmentItems,
  placement: Placement,
): AppointmentItem[] {
  return items.map((item, index) => {
    const service = snapshot.services.get(item.serviceId);
    const placed = placement.items[index];
    if (service === undefined || placed === undefined) throw new Error("A placed item has no service.");
    return {
      id: newId(),
      position: index + 1,
      serviceId: item.serviceId,
      serviceName: service.name,
      staffId: item.staffId,
      resourceIds: placed.resourceIds,
      startsAt: placed.startsAt,
      endsAt: placed.endsAt,
      phases: item.phases,
      bufferBeforeMinutes: item.bufferBeforeMinutes,
      bufferAfterMinutes: item.bufferAfterMinutes,
      priceAmount: service.performers.get(item.staffId)?.priceAmount ?? 0,
    };
  });
}

/**
 * Returns the items of an appointment with the staff, phases, times and resources of a new placement; all other fields are
 * kept.
 */
export function replacedItems(
  appointment: Appointment,
  items: AppointmentItems,
  placement: Placement,
): AppointmentItem[] {
  return appointment.items.map((item, index) => {
    const placed = placement.items[index];
    const planned = items[index];
    if (placed === undefined || planned === undefined) throw new Error("An item has no placement.");
    return { ...item, staffId: planned.staffId, phases: planned.phases, ...placed };
  });
}

/** Returns the ids of all subjects that these items may occupy: their staff members and all resources of the required types. */
export function subjectsOf(location: LocationSnapshot, ...lists: readonly AppointmentItems[]): string[] {
  const items = lists.flat();
  const types = new Set(items.flatMap((item) => item.needs.map((need) => need.type)));
  const resources = location.resources.filter((resource) => types.has(resource.type));
  return [...items.map((item) => item.staffId), ...resources.map((resource) => resource.id)];
}

/** Returns the span of time that the items may occupy, including buffers, as a half-open interval. */
export function extentOf(items: AppointmentItems, startsAt: number): { startsAt: number; endsAt: number } {
  const minutes = items.reduce((sum, item) => sum + durationOf(item.phases), 0);
  const before = Math.max(0, ...items.map((item) => item.bufferBeforeMinutes));
  const after = Math.max(0, ...items.map((item) => item.bufferAfterMinutes));
  return { startsAt: startsAt - before * MINUTE, endsAt: startsAt + (minutes + after) * MINUTE };
}
