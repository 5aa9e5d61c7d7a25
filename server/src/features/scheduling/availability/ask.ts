import {
  type AppointmentItems,
  assignResources,
  dateOf,
  dayAt,
  durationOf,
  emptyReasonOf,
  localText,
  offsetsOf,
  resourceStretch,
  type SlotItemJson,
  slotsJson,
  startOfDay,
} from "@daybook/engine";
import type { Static } from "typebox";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { isOwnClient } from "../../clients/clients/index.ts";
import {
  assertCurrent,
  type LocationSnapshot,
  type SchedulingSnapshot,
  withSnapshot,
} from "../snapshot/index.ts";
import { unassignedItemsOf, type Window, windowOf } from "./query.ts";
import type { AvailabilityQuery } from "./schema.ts";
import { type SlotRequest, type SlotResult, searchSlots } from "./searchSlots.ts";
import { findOnlineBookingStatus, findOwnAppointment } from "./store.ts";

type Query = Static<typeof AvailabilityQuery>;

/**
 * Answers an availability query (contract §4) as JSON text, which thousands of slots are written to straight from the search.
 * The audience of the query can book every slot. Throws `validation_failed` for ids that are unknown or, for a staff member,
 * of an appointment or client that is not their `own`. Reads without locks.
 */
export async function findAvailability(
  context: Context,
  businessId: string,
  query: Query,
  own: OwnOnly | null = null,
): Promise<string> {
  const now = context.clock.now();
  return withSnapshot(context.database, businessId, async (snapshot) => {
    const { location, items, problems } = lookUp(snapshot, query);
    if (location === undefined || problems.length > 0) {
      await assertCurrent(context.database, snapshot);
      throw invalid(...problems);
    }
    const window = windowOf(location, query.from, query.to);
    const audience = query.audience ?? "team";
    const [onlineStatus, exclude] = await Promise.all([
      onlineStatusOf(context, businessId, query, own),
      excluded(context, businessId, query, own),
    ]);
    if (audience === "online" && onlineStatus?.blocked === true) {
      await assertCurrent(context.database, snapshot);
      return answer(location, window, query, { isSilent: true }, snapshot);
    }

    const request: SlotRequest = {
      location,
      items,
      audience,
      now,
      ...window,
      excludeAppointmentId: exclude,
      ...(audience === "online" && onlineStatus !== undefined
        ? { patchTestOn: onlineStatus.patch_test_at }
        : {}),
    };
    const result = await searchSlots(context.database, snapshot, request);
    const next = result.slots.starts.length === 0 ? await nextStart(context, snapshot, request) : null;
    return answer(location, window, query, { isSilent: false, result, next }, snapshot);
  });
}

/** Looks up the location and items of a query; `problems` lists every parameter with an unknown id. */
function lookUp(snapshot: SchedulingSnapshot, query: Query) {
  const requested = requestedItems(query);
  const location = snapshot.locations.get(query.location_id.toLowerCase());
  if (location === undefined || !location.active) {
    const problem = { path: "/location_id", message: "is not a location of this business" };
    return { location: undefined, items: [], problems: [problem] };
  }
  return { location, ...unassignedItemsOf(snapshot, location, requested, pathOfQuery) };
}

function requestedItems(query: Query) {
  const staffIds = query.staff_ids;
  if (staffIds !== undefined && staffIds.length !== query.service_ids.length) {
    throw invalid({ path: "/staff_ids", message: "must have as many entries as service_ids" });
  }
  return query.service_ids.map((serviceId, index) => ({
    serviceId: serviceId.toLowerCase(),
    staffId: (staffIds?.[index] ?? "any").toLowerCase(),
  }));
}

function pathOfQuery(_index: number, field: "service_id" | "staff_id"): string {
  return field === "service_id" ? "/service_ids" : "/staff_ids";
}

async function onlineStatusOf(context: Context, businessId: string, query: Query, own: OwnOnly | null) {
  if (query.client_id === undefined) return undefined;
  const [[onlineStatus], isOwn] = await Promise.all([
    context.database.query(findOnlineBookingStatus, { businessId, clientId: query.client_id }),
    own === null || isOwnClient(context.database, businessId, query.client_id, own),
  ]);
  if (onlineStatus === undefined || !isOwn)
    throw invalid({ path: "/client_id", message: "is not a client of this business" });
  return onlineStatus;
}

async function excluded(
  context: Context,
  businessId: string,
  query: Query,
  own: OwnOnly | null,
): Promise<string | null> {
  const id = query.exclude_appointment_id;
  if (id === undefined) return null;
  const ownStaffId = own?.staffId ?? null;
  const found = await context.database.query(findOwnAppointment, { businessId, id, ownStaffId });
  if (found.length === 0) {
    throw invalid({ path: "/exclude_appointment_id", message: "is not an appointment of this business" });
  }
  return id.toLowerCase();
}

const DAY = 86_400_000;
/** How far after an empty window the next start is searched for (contract §4), and the length of one search. */
const SEARCH_AHEAD_DAYS = 90;
const STRIDE_DAYS = 15;

async function nextStart(
  context: Context,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
): Promise<number | null> {
  const end = request.untilAt + SEARCH_AHEAD_DAYS * DAY;
  for (let fromAt = request.untilAt; fromAt < end; fromAt += STRIDE_DAYS * DAY) {
    const untilAt = Math.min(end, fromAt + STRIDE_DAYS * DAY);
    if (untilAt <= request.now) continue;
    const { slots } = await searchSlots(context.database, snapshot, { ...request, fromAt, untilAt });
    const first = slots.starts[0];
    if (first !== undefined) return first;
  }
  return null;
}

type Found =
  | { readonly isSilent: true }
  | { readonly isSilent: false; readonly result: SlotResult; readonly next: number | null };

/** Writes the answer. A client who is blocked online gets no slots and no reasons: the block is never disclosed. */
function answer(
  location: LocationSnapshot,
  window: Window,
  query: Query,
  found: Found,
  snapshot: SchedulingSnapshot,
): string {
  const { zone } = location;
  const slots = found.isSilent ? { starts: [], choices: [], assignments: [] } : found.result.slots;
  const parts = [
    `"location_id":${JSON.stringify(location.id)}`,
    `"time_zone":${JSON.stringify(zone.name)}`,
    `"from":"${localText(zone, window.fromAt)}"`,
    `"to":"${localText(zone, window.untilAt)}"`,
  ];
  if (query.view === "days")
    parts.push(`"days":${JSON.stringify(dayCounts(location, window, slots.starts))}`);
  else {
    const resources = found.isSilent ? [] : found.result.facts.resources;
    parts.push(
      `"slots":${slotsJson(zone, slots, (items) => slotItemsOf(snapshot, items), resourceWriter(resources))}`,
    );
  }
  if (query.explain === true)
    parts.push(`"explanations":${JSON.stringify(explanations(location, window, found))}`);
  const next = found.isSilent ? null : found.next;
  parts.push(`"next_available_at":${next === null ? "null" : `"${localText(zone, next)}"`}`);
  return `{${parts.join(",")}}`;
}

function slotItemsOf(snapshot: SchedulingSnapshot, items: AppointmentItems): SlotItemJson[] {
  return items.map((item) => {
    const amount = snapshot.services.get(item.serviceId)?.performers.get(item.staffId)?.priceAmount ?? 0;
    const price = JSON.stringify({ amount, currency: snapshot.currency });
    return {
      idsJson: `"service_id":"${item.serviceId}","staff_id":"${item.staffId}"`,
      detailsJson: `"duration_minutes":${durationOf(item.phases)},"price":${price}`,
    };
  });
}

function resourceWriter(resources: Parameters<typeof assignResources>[0]) {
  return (items: AppointmentItems, index: number, startsAt: number): string => {
    const item = items[index] as AppointmentItems[number];
    const { from, until } = resourceStretch(item, offsetsOf(items)[index] as number);
    return JSON.stringify(
      assignResources(resources, item.needs, startsAt + from, startsAt + until).resourceIds,
    );
  };
}

/** The local days that a window touches, as day numbers. */
function daysOf(location: LocationSnapshot, window: Window): number[] {
  const days: number[] = [];
  if (window.fromAt >= window.untilAt) return days;
  const last = dayAt(location.zone, window.untilAt - 1);
  for (let day = dayAt(location.zone, window.fromAt); day <= last; day++) {
    // A local date that a time zone skipped has no time in it.
    if (startOfDay(location.zone, day) < startOfDay(location.zone, day + 1)) days.push(day);
  }
  return days;
}

function dayCounts(location: LocationSnapshot, window: Window, starts: readonly number[]) {
  const startsByDay = Map.groupBy(starts, (at) => dayAt(location.zone, at));
  return daysOf(location, window).map((day) => {
    const found = startsByDay.get(day) ?? [];
    const first = found[0];
    return {
      date: dateOf(day),
      slots: found.length,
      first: first === undefined ? null : localText(location.zone, first),
    };
  });
}

function explanations(location: LocationSnapshot, window: Window, found: Found) {
  if (found.isSilent) return [];
  const { facts, search, slots } = found.result;
  const served = new Set(slots.starts.map((at) => dayAt(location.zone, at)));
  return daysOf(location, window)
    .filter((day) => !served.has(day))
    .map((day) => ({ date: dateOf(day), reason: emptyReasonOf(facts, search, day) }));
}
