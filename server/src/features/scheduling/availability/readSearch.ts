import { durationOf, type Facts, MINUTE, RULES_FOR, type Search, type UnassignedItem } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { availabilityFacts } from "../calendar/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";

/** The parameters of a search. The items are requested services, or the items of an appointment to reschedule. */
export interface SlotRequest {
  readonly location: LocationSnapshot;
  readonly items: readonly UnassignedItem[];
  readonly audience: "team" | "online";
  readonly now: number;
  /** The search finds starts with `fromAt ≤ start < untilAt`. */
  readonly fromAt: number;
  readonly untilAt: number;
  readonly excludeAppointmentId: string | null;
  /** The date of the client's last patch test; null without a test, undefined without a client. */
  readonly patchTestOn?: string | null;
}

/** A search with its data (`facts`). */
export interface SlotSearch {
  readonly facts: Facts;
  readonly search: Search;
  /** The longest time, in milliseconds, that an appointment takes before and after its start with any of its candidates. */
  readonly reach: Reach;
}

interface Reach {
  readonly before: number;
  readonly after: number;
}

/** Reads the data for a search; does not run it. */
export async function readSearch(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
): Promise<SlotSearch> {
  const { location, items, audience, now, fromAt, untilAt } = request;
  const staffIds = [
    ...new Set(items.flatMap((item) => item.candidates.map((candidate) => candidate.staffId))),
  ];
  const limited = audience === "online" ? items.filter((item) => item.rules.maxPerDay !== null) : [];
  const reach = reachOf(items);
  const { facts, bookedMinutes } = await availabilityFacts(reader, snapshot, {
    location,
    staffIds,
    needTypes: new Set(items.flatMap((item) => item.needs.map((need) => need.type))),
    limitedServiceIds: [...new Set(limited.map((item) => item.serviceId))],
    audience,
    now,
    fromAt,
    untilAt,
    reachBefore: reach.before,
    reachAfter: reach.after,
    excludeAppointmentId: request.excludeAppointmentId,
    ...(request.patchTestOn === undefined ? {} : { patchTestOn: request.patchTestOn }),
  });
  const rules = audience === "online" ? RULES_FOR.online : RULES_FOR.teamOffering;
  return { facts, search: { items, fromAt, untilAt, rules, bookedMinutes }, reach };
}

function reachOf(items: readonly UnassignedItem[]): Reach {
  const longest = items.map((item) =>
    Math.max(0, ...item.candidates.map((candidate) => durationOf(candidate.phases))),
  );
  const duration = longest.reduce((sum, minutes) => sum + minutes, 0);
  const before = Math.max(0, ...items.map((item) => item.bufferBeforeMinutes));
  const after = Math.max(0, ...items.map((item) => item.bufferAfterMinutes));
  return { before: before * MINUTE, after: (duration + after) * MINUTE };
}
