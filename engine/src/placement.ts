import {
  type AppointmentItems,
  type Item,
  offsetsOf,
  resourceStretch,
  staffStretches,
} from "./appointmentItems.ts";
import type { Cause, Claim, Facts } from "./facts.ts";
import { isOnGrid } from "./grid.ts";
import { durationOf } from "./phases.ts";
import { assignResources } from "./resources.ts";
import { coversSpan } from "./spans.ts";
import { RULES, RULES_FOR, type Rule, startSpans } from "./starts.ts";
import { MINUTE } from "./wallclock.ts";

/** Where and when one item of a placed visit happens. */
export interface PlacedItem {
  readonly startsAt: number;
  readonly endsAt: number;
  /** One id per unit, repeated where a resource gives several. */
  readonly resourceIds: readonly string[];
}

/** What stands in the way of an item (contract §1, `time_conflict`). Exactly one of the two ids is set, or none when no single resource is to blame. */
export interface Conflict {
  readonly itemIndex: number;
  readonly reason: "appointment" | "block" | "time_off" | "resource";
  readonly staffId: string | null;
  readonly resourceId: string | null;
  readonly startsAt: number;
  readonly endsAt: number;
  /** What took the time, where one thing did. */
  readonly causeId: string | null;
}

export interface Placement {
  /** Whether the visit may stand there, for the audience that asked. */
  readonly accepted: boolean;
  readonly items: readonly PlacedItem[];
  /** Taken time it would stand on; empty exactly when the team may place it. */
  readonly conflicts: readonly Conflict[];
  /** The first rule that keeps it off the booking page; null for the team, and where nothing does. */
  readonly refusedBy: Rule | "grid" | null;
}

/**
 * Judges one start of one visit. The team is refused exactly where something is in the way; online, every other
 * rule counts as well, the grid included (contract §4). The decision is `startSpans`, the one availability makes;
 * only for a refused start is it looked up what stands there.
 */
export function checkPlacement(
  facts: Facts,
  visit: AppointmentItems,
  startsAt: number,
  audience: "team" | "online",
): Placement {
  const items = placed(facts, visit, startsAt);
  const isFree = mayStart(facts, visit, startsAt, RULES_FOR.teamPlacing);
  const conflicts = isFree ? [] : conflictsOf(facts, visit, startsAt);
  if (audience === "team") return { accepted: isFree, items, conflicts, refusedBy: null };
  const refusedBy = onlineRefusal(facts, visit, startsAt);
  return { accepted: refusedBy === null, items, conflicts, refusedBy };
}

/** Whether a start satisfies the rules. */
export function mayStart(
  facts: Facts,
  visit: AppointmentItems,
  startsAt: number,
  rules: ReadonlySet<Rule>,
): boolean {
  return coversSpan(startSpans(facts, visit, rules), startsAt, startsAt);
}

function onlineRefusal(facts: Facts, visit: AppointmentItems, startsAt: number): Rule | "grid" | null {
  const step = visit[0]?.rules.slotStepMinutes ?? 1;
  if (!isOnGrid(facts.zone, step, startsAt)) return "grid";
  if (mayStart(facts, visit, startsAt, RULES_FOR.online)) return null;
  return RULES.find((rule) => !mayStart(facts, visit, startsAt, new Set([rule]))) ?? "taken";
}

function placed(facts: Facts, visit: AppointmentItems, startsAt: number): PlacedItem[] {
  const offsets = offsetsOf(visit);
  return visit.map((item, index) => {
    const offset = offsets[index] as number;
    const { from, until } = resourceStretch(item, offset);
    const { resourceIds } = assignResources(facts.resources, item.needs, startsAt + from, startsAt + until);
    return {
      startsAt: startsAt + offset,
      endsAt: startsAt + offset + durationOf(item.phases) * MINUTE,
      resourceIds,
    };
  });
}

function conflictsOf(facts: Facts, visit: AppointmentItems, startsAt: number): Conflict[] {
  const offsets = offsetsOf(visit);
  return visit.flatMap((item, itemIndex) => {
    const offset = startsAt + (offsets[itemIndex] as number);
    return [
      ...staffConflicts(facts, item, itemIndex, offset),
      ...resourceConflicts(facts, item, itemIndex, offset),
    ];
  });
}

function staffConflicts(facts: Facts, item: Item, itemIndex: number, offset: number): Conflict[] {
  const claims = facts.staff.get(item.staffId)?.claims ?? [];
  const stretches = staffStretches(item, offset);
  return claims
    .filter((claim) => stretches.some(({ from, until }) => claim.startsAt < until && claim.endsAt > from))
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

/** A hold only ever stands in the way of the booking page, which tells nobody why. */
function reasonOf(cause: Cause): Conflict["reason"] {
  return cause === "hold" ? "appointment" : cause;
}

function resourceConflicts(facts: Facts, item: Item, itemIndex: number, offset: number): Conflict[] {
  const { from, until } = resourceStretch(item, offset);
  const { missing } = assignResources(facts.resources, item.needs, from, until);
  return missing.map((need) => {
    const candidates = facts.resources.filter((resource) => resource.type === need.type);
    const only = candidates.length === 1 ? candidates[0] : undefined;
    const inTheWay = candidates
      .flatMap((resource) => resource.claims)
      .filter((claim) => claim.startsAt < until && claim.endsAt > from);
    const first = onlyOne(inTheWay);
    return {
      itemIndex,
      reason: "resource",
      staffId: null,
      resourceId: only?.id ?? null,
      startsAt: first?.startsAt ?? Math.max(from, earliest(inTheWay, from)),
      endsAt: first?.endsAt ?? Math.min(until, latest(inTheWay, until)),
      causeId: first?.causeId ?? null,
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
