import {
  type AppointmentItems,
  type Item,
  offsetsOf,
  resourceInterval,
  staffIntervals,
} from "./appointmentItems.ts";
import type { Cause, Claim, Facts } from "./facts.ts";
import { isOnGrid } from "./grid.ts";
import { durationOf } from "./phases.ts";
import { assignResources } from "./resources.ts";
import { coversSpan } from "./spans.ts";
import { RULES, RULES_FOR, type Rule, startSpans } from "./starts.ts";
import { MINUTE } from "./wallclock.ts";

/** The times and resources of one item of a placed appointment. */
export interface PlacedItem {
  readonly startsAt: number;
  readonly endsAt: number;
  /** One id per unit; an id is repeated if the item uses several units of the resource. */
  readonly resourceIds: readonly string[];
}

/**
 * A conflict of one item (contract §1, `time_conflict`). At most one of `staffId` and `resourceId` is set; both are null when no
 * single resource causes the conflict.
 */
export interface Conflict {
  readonly itemIndex: number;
  readonly reason: "appointment" | "block" | "time_off" | "resource";
  readonly staffId: string | null;
  readonly resourceId: string | null;
  /** The required type and (`candidateIds`) the ids of all its resources at the location; only for the reason `resource`. */
  readonly resourceType?: string;
  readonly candidateIds?: readonly string[];
  readonly startsAt: number;
  readonly endsAt: number;
  /** The appointment, block or time off that took the time; null when several did. */
  readonly causeId: string | null;
}

export interface Placement {
  /** Whether the audience may place the appointment at this start. */
  readonly accepted: boolean;
  readonly items: readonly PlacedItem[];
  /** The claims that the appointment would overlap; empty exactly when the audience `team` may place it. */
  readonly conflicts: readonly Conflict[];
  /** The first rule that refuses the appointment online; null when none does, and always for the audience `team`. */
  readonly refusedBy: Rule | "grid" | null;
}

/**
 * Decides whether an appointment may start at an instant. For the audience `team`, only a conflict refuses the start; online,
 * every other rule counts as well, including the grid (contract §4). The decision uses `startSpans`, as availability does;
 * conflicts are collected only for a refused start.
 */
export function checkPlacement(
  facts: Facts,
  items: AppointmentItems,
  startsAt: number,
  audience: "team" | "online",
): Placement {
  const placedItems = placed(facts, items, startsAt);
  const isFree = mayStart(facts, items, startsAt, RULES_FOR.teamPlacing);
  const conflicts = isFree ? [] : conflictsOf(facts, items, startsAt);
  if (audience === "team") return { accepted: isFree, items: placedItems, conflicts, refusedBy: null };
  const refusedBy = onlineRefusal(facts, items, startsAt);
  return { accepted: refusedBy === null, items: placedItems, conflicts, refusedBy };
}

/** Whether the rules allow the start. */
export function mayStart(
  facts: Facts,
  items: AppointmentItems,
  startsAt: number,
  rules: ReadonlySet<Rule>,
): boolean {
  return coversSpan(startSpans(facts, items, rules), startsAt, startsAt);
}

function onlineRefusal(facts: Facts, items: AppointmentItems, startsAt: number): Rule | "grid" | null {
  const step = items[0]?.rules.slotStepMinutes ?? 1;
  if (!isOnGrid(facts.zone, step, startsAt)) return "grid";
  if (mayStart(facts, items, startsAt, RULES_FOR.online)) return null;
  return RULES.find((rule) => !mayStart(facts, items, startsAt, new Set([rule]))) ?? "taken";
}

function placed(facts: Facts, items: AppointmentItems, startsAt: number): PlacedItem[] {
  const offsets = offsetsOf(items);
  return items.map((item, index) => {
    const offset = offsets[index] as number;
    const { from, until } = resourceInterval(item, offset);
    const { resourceIds } = assignResources(facts.resources, item.needs, startsAt + from, startsAt + until);
    return {
      startsAt: startsAt + offset,
      endsAt: startsAt + offset + durationOf(item.phases) * MINUTE,
      resourceIds,
    };
  });
}

function conflictsOf(facts: Facts, items: AppointmentItems, startsAt: number): Conflict[] {
  const offsets = offsetsOf(items);
  return items.flatMap((item, itemIndex) => {
    const offset = startsAt + (offsets[itemIndex] as number);
    return [
      ...staffConflicts(facts, item, itemIndex, offset),
      ...resourceConflicts(facts, item, itemIndex, offset),
    ];
  });
}

function staffConflicts(facts: Facts, item: Item, itemIndex: number, offset: number): Conflict[] {
  const claims = facts.staff.get(item.staffId)?.claims ?? [];
  const intervals = staffIntervals(item, offset);
  return claims
    .filter((claim) => intervals.some(({ from, until }) => claim.startsAt < until && claim.endsAt > from))
    .map((claim) => ({
      itemIndex,
      reason: reasonOf(claim.cause),
      staffId: item.staffId,
      resourceId: null,
      startsAt: claim.startsAt,
      endsAt: claim.endsAt,
      causeId: claim.causeId,
    }));
}

/** Returns the reason of a conflict. Holds conflict only with online bookings, for which the response does not name the reason. */
function reasonOf(cause: Cause): Conflict["reason"] {
  return cause === "hold" ? "appointment" : cause;
}

function resourceConflicts(facts: Facts, item: Item, itemIndex: number, offset: number): Conflict[] {
  const { from, until } = resourceInterval(item, offset);
  const { missing } = assignResources(facts.resources, item.needs, from, until);
  return missing.map((need) => {
    const candidates = facts.resources.filter((resource) => resource.type === need.type);
    const only = candidates.length === 1 ? candidates[0] : undefined;
    const overlapping = candidates
      .flatMap((resource) => resource.claims)
      .filter((claim) => claim.startsAt < until && claim.endsAt > from);
    const cause = onlyOne(overlapping);
    return {
      itemIndex,
      reason: "resource",
      staffId: null,
      resourceId: only?.id ?? null,
      resourceType: need.type,
      candidateIds: candidates.map(({ id }) => id),
      startsAt: cause?.startsAt ?? Math.max(from, earliest(overlapping, from)),
      endsAt: cause?.endsAt ?? Math.min(until, latest(overlapping, until)),
      causeId: cause?.causeId ?? null,
    };
  });
}

function onlyOne(claims: readonly Claim[]): Claim | undefined {
  return claims.length === 1 ? claims[0] : undefined;
}

function earliest(claims: readonly Claim[], otherwise: number): number {
  return claims.length === 0 ? otherwise : Math.min(...claims.map((claim) => claim.startsAt));
}

function latest(claims: readonly Claim[], otherwise: number): number {
  return claims.length === 0 ? otherwise : Math.max(...claims.map((claim) => claim.endsAt));
}
