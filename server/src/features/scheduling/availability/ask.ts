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
} from "../calendar/index.ts";
import { findOffers, type OfferRequest, type Offers } from "./offers.ts";
import { openItemsOf, type Window, windowOf } from "./question.ts";
import type { AvailabilityQuery } from "./schema.ts";
import { readOnlineStanding, visitExists } from "./store.ts";

type Question = Static<typeof AvailabilityQuery>;

/**
 * Answers a question about free time (contract §4) as JSON text: slots by the thousand are written straight from
 * the search. Every slot can be booked by the audience that asked. Throws `validation_failed` for what the question
 * names wrongly, which a visit or client is that is not the staff member's `own`; reads without locks.
 */
export async function askAvailability(
  context: Context,
  businessId: string,
  question: Question,
  own: OwnOnly | null = null,
): Promise<string> {
  const now = context.clock.now();
  return withSnapshot(context.database, businessId, async (setup) => {
    const { place, items, problems } = namedBy(setup, question);
    if (place === undefined || problems.length > 0) {
      await assertCurrent(context.database, setup);
      throw invalid(...problems);
    }
    const window = windowOf(place, question.from, question.to);
    const audience = question.audience ?? "team";
    const [standing, exclude] = await Promise.all([
      standingOf(context, businessId, question, own),
      excluded(context, businessId, question, own),
    ]);
    if (audience === "online" && standing?.blocked === true) {
      await assertCurrent(context.database, setup);
      return answer(place, window, question, { isSilent: true }, setup);
    }

    const request: OfferRequest = {
      place,
      items,
      audience,
      now,
      ...window,
      excludeAppointmentId: exclude,
      ...(audience === "online" && standing !== undefined ? { patchTestOn: standing.patch_test_at } : {}),
    };
    const offers = await findOffers(context.database, setup, request);
    const next = offers.slots.starts.length === 0 ? await nextStart(context, setup, request) : null;
    return answer(place, window, question, { isSilent: false, offers, next }, setup);
  });
}

/** Looks up what a question names: its place and items, or every parameter that names nothing here. */
function namedBy(setup: SchedulingSnapshot, question: Question) {
  const asked = askedItems(question);
  const place = setup.locations.get(question.location_id.toLowerCase());
  if (place === undefined || !place.active) {
    const problem = { path: "/location_id", message: "is not a location of this business" };
    return { place: undefined, items: [], problems: [problem] };
  }
  return { place, ...openItemsOf(setup, place, asked, pathOfQuery) };
}

function askedItems(question: Question) {
  const staffIds = question.staff_ids;
  if (staffIds !== undefined && staffIds.length !== question.service_ids.length) {
    throw invalid({ path: "/staff_ids", message: "must have as many entries as service_ids" });
  }
  return question.service_ids.map((serviceId, index) => ({
    serviceId: serviceId.toLowerCase(),
    staffId: (staffIds?.[index] ?? "any").toLowerCase(),
  }));
}

function pathOfQuery(_index: number, field: "service_id" | "staff_id"): string {
  return field === "service_id" ? "/service_ids" : "/staff_ids";
}

async function standingOf(context: Context, businessId: string, question: Question, own: OwnOnly | null) {
  if (question.client_id === undefined) return undefined;
  const [standing, isOwn] = await Promise.all([
    readOnlineStanding(context.database, businessId, question.client_id),
    own === null || isOwnClient(context.database, businessId, question.client_id, own),
  ]);
  if (standing === undefined || !isOwn)
    throw invalid({ path: "/client_id", message: "is not a client of this business" });
  return standing;
}

async function excluded(
  context: Context,
  businessId: string,
  question: Question,
  own: OwnOnly | null,
): Promise<string | null> {
  const id = question.exclude_appointment_id;
  if (id === undefined) return null;
  if (!(await visitExists(context.database, businessId, id, own))) {
    throw invalid({ path: "/exclude_appointment_id", message: "is not an appointment of this business" });
  }
  return id.toLowerCase();
}

const DAY = 86_400_000;
/** How far behind an empty window the next start is looked for (contract §4), and how much of it at once. */
const LOOK_AHEAD_DAYS = 90;
const STRIDE_DAYS = 15;

async function nextStart(
  context: Context,
  setup: SchedulingSnapshot,
  request: OfferRequest,
): Promise<number | null> {
  const end = request.untilAt + LOOK_AHEAD_DAYS * DAY;
  for (let fromAt = request.untilAt; fromAt < end; fromAt += STRIDE_DAYS * DAY) {
    const untilAt = Math.min(end, fromAt + STRIDE_DAYS * DAY);
    if (untilAt <= request.now) continue;
    const { slots } = await findOffers(context.database, setup, { ...request, fromAt, untilAt });
    const first = slots.starts[0];
    if (first !== undefined) return first;
  }
  return null;
}

type Found =
  | { readonly isSilent: true }
  | { readonly isSilent: false; readonly offers: Offers; readonly next: number | null };

/** Writes the answer. A client who is blocked online gets no slots and no reasons: the block is never shown. */
function answer(
  place: LocationSnapshot,
  window: Window,
  question: Question,
  found: Found,
  setup: SchedulingSnapshot,
): string {
  const { zone } = place;
  const slots = found.isSilent ? { starts: [], choices: [], assignments: [] } : found.offers.slots;
  const parts = [
    `"location_id":${JSON.stringify(place.id)}`,
    `"time_zone":${JSON.stringify(zone.name)}`,
    `"from":"${localText(zone, window.fromAt)}"`,
    `"to":"${localText(zone, window.untilAt)}"`,
  ];
  if (question.view === "days")
    parts.push(`"days":${JSON.stringify(dayCounts(place, window, slots.starts))}`);
  else {
    const resources = found.isSilent ? [] : found.offers.facts.resources;
    parts.push(
      `"slots":${slotsJson(zone, slots, (visit) => piecesOf(setup, visit), resourceWriter(resources))}`,
    );
  }
  if (question.explain === true)
    parts.push(`"explanations":${JSON.stringify(explanations(place, window, found))}`);
  const next = found.isSilent ? null : found.next;
  parts.push(`"next_available_at":${next === null ? "null" : `"${localText(zone, next)}"`}`);
  return `{${parts.join(",")}}`;
}

function piecesOf(setup: SchedulingSnapshot, visit: AppointmentItems): SlotItemJson[] {
  return visit.map((item) => {
    const amount = setup.services.get(item.serviceId)?.performers.get(item.staffId)?.priceAmount ?? 0;
    const price = JSON.stringify({ amount, currency: setup.currency });
    return {
      idsJson: `"service_id":"${item.serviceId}","staff_id":"${item.staffId}"`,
      detailsJson: `"duration_minutes":${durationOf(item.phases)},"price":${price}`,
    };
  });
}

function resourceWriter(resources: Parameters<typeof assignResources>[0]) {
  return (visit: AppointmentItems, index: number, startsAt: number): string => {
    const item = visit[index] as AppointmentItems[number];
    const { from, until } = resourceStretch(item, offsetsOf(visit)[index] as number);
    return JSON.stringify(
      assignResources(resources, item.needs, startsAt + from, startsAt + until).resourceIds,
    );
  };
}

/** The local days that a window touches, as day numbers. */
function daysOf(place: LocationSnapshot, window: Window): number[] {
  const days: number[] = [];
  if (window.fromAt >= window.untilAt) return days;
  const last = dayAt(place.zone, window.untilAt - 1);
  for (let day = dayAt(place.zone, window.fromAt); day <= last; day++) {
    // A date that a zone skipped has no time in it, and nothing can be said of it.
    if (startOfDay(place.zone, day) < startOfDay(place.zone, day + 1)) days.push(day);
  }
  return days;
}

function dayCounts(place: LocationSnapshot, window: Window, starts: readonly number[]) {
  const startsByDay = Map.groupBy(starts, (at) => dayAt(place.zone, at));
  return daysOf(place, window).map((day) => {
    const found = startsByDay.get(day) ?? [];
    const first = found[0];
    return {
      date: dateOf(day),
      slots: found.length,
      first: first === undefined ? null : localText(place.zone, first),
    };
  });
}

function explanations(place: LocationSnapshot, window: Window, found: Found) {
  if (found.isSilent) return [];
  const { facts, search, slots } = found.offers;
  const served = new Set(slots.starts.map((at) => dayAt(place.zone, at)));
  return daysOf(place, window)
    .filter((day) => !served.has(day))
    .map((day) => ({ date: dateOf(day), reason: emptyReasonOf(facts, search, day) }));
}
