import { durationOf, type Facts, MINUTE, RULES_FOR, type Search, type UnassignedItem } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { availabilityFacts } from "../calendar/index.ts";
import type { CurrentVersions, LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";

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
  /** The versions of the subjects, if they were already read after the request arrived; if absent, the search reads them. */
  readonly versions?: CurrentVersions;
}

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

/** Reads the data for a search and the earliest expiry of the holds in the data (infinity without holds). Does not run the search. */
export async function readSearch(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
): Promise<SlotSearch & { readonly holdsExpireAt: number }> {
  const { location, items, audience, now, fromAt, untilAt } = request;
  const reach = reachOf(items);
  const { facts, bookedMinutes, holdsExpireAt } = await availabilityFacts(reader, snapshot, {
    location,
    staffIds: candidatesOf(items),
    needTypes: needTypesOf(items),
    limitedServiceIds: limitedServices(request),
    audience,
    now,
    fromAt,
    untilAt,
    reachBefore: reach.before,
    reachAfter: reach.after,
    excludeAppointmentId: request.excludeAppointmentId,
    ...(request.patchTestOn === undefined ? {} : { patchTestOn: request.patchTestOn }),
    ...(request.versions === undefined ? {} : { versions: request.versions }),
  });
  const rules = audience === "online" ? RULES_FOR.online : RULES_FOR.teamOffering;
  return { facts, search: { items, fromAt, untilAt, rules, bookedMinutes }, reach, holdsExpireAt };
}

/** Returns the ids of the staff members and resources whose busy time a search reads. */
export function subjectsOf({ location, items }: Pick<SlotRequest, "location" | "items">): string[] {
  const needTypes = needTypesOf(items);
  const resources = location.resources.filter((resource) => needTypes.has(resource.type));
  return [...candidatesOf(items), ...resources.map(({ id }) => id)];
}

function candidatesOf(items: SlotRequest["items"]): string[] {
  return [...new Set(items.flatMap((item) => item.candidates.map((candidate) => candidate.staffId)))];
}

function needTypesOf(items: SlotRequest["items"]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => item.needs.map((need) => need.type)));
}

/** Returns the services with a day limit; none for the audience `team`, which day limits do not restrict. */
export function limitedServices({ audience, items }: Pick<SlotRequest, "audience" | "items">): string[] {
  if (audience === "team") return [];
  return [...new Set(items.filter((item) => item.rules.maxPerDay !== null).map((item) => item.serviceId))];
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
