import { noSpans, type Spans, spansOf, spansWithin } from "./spans.ts";
import type { Zone } from "./zones.ts";

/** The type of record that takes a staff member's or resource's time. */
export type Cause = "appointment" | "block" | "time_off" | "hold";

/** A span of a staff member's or resource's time that is taken; half-open, milliseconds since the epoch. */
export interface Claim {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly cause: Cause;
  /** The id of the appointment, block, time off or hold. */
  readonly causeId: string;
  /** Whether the claim takes every unit of a resource, whatever its capacity, as a block does. */
  readonly exclusive: boolean;
}

/** A staff member's working and taken time at one location, within the window of `Facts`. */
export interface StaffTime {
  /** The time in which the staff member works there: the intersection of the staff member's hours and the location's. */
  readonly working: Spans;
  /** The time that claims take from the staff member, at any location. */
  readonly taken: Spans;
  /** The claims that make up `taken`; needed only where a refusal must list conflicts. */
  readonly claims?: readonly Claim[];
}

/**
 * A resource of the location. It is free at an instant while fewer than `capacity` claims, and no exclusive claim, cover
 * that instant.
 */
export interface ResourceTime {
  readonly id: string;
  readonly type: string;
  readonly capacity: number;
  readonly claims: readonly Claim[];
}

/**
 * All data about one location that a decision of the engine depends on. The caller must leave out claims that do not count: the
 * appointment's own claims when it is rescheduled, expired holds, and every hold for the audience `team` (contract §5).
 */
export interface Facts {
  readonly zone: Zone;
  readonly now: number;
  /** The window for which the data is complete: `[fromAt, untilAt)`. The engine cannot decide about times outside this window. */
  readonly fromAt: number;
  readonly untilAt: number;
  /** The time in which the location is open. */
  readonly open: Spans;
  readonly staff: ReadonlyMap<string, StaffTime>;
  /** The location's resources in the order in which they are assigned. */
  readonly resources: readonly ResourceTime[];
  /**
   * Returns the number of a service's items that start on a local day (a day number); called only for services with a day limit.
   */
  bookedOn(serviceId: string, day: number): number;
  /** The local date of the client's last patch test; null when there was none, undefined when no client is known. */
  readonly patchTestOn?: string | null;
}

/** Whether a claim counts for an audience: a hold never counts for `team`, and for `online` only until it expires (contract §5). */
export function claimCounts(
  claim: { readonly cause: Cause; readonly expiresAt: number | null },
  audience: "team" | "online",
  now: number,
): boolean {
  if (claim.cause !== "hold") return true;
  return audience === "online" && claim.expiresAt !== null && claim.expiresAt > now;
}

/** Returns the time that claims take from a subject that can do one thing at a time. */
export function takenBy(claims: readonly Claim[]): Spans {
  return claims.length === 0 ? noSpans : spansOf(claims.map((claim) => [claim.startsAt, claim.endsAt]));
}

/**
 * Returns the facts for starts in `[fromAt, untilAt)`, a part of their window, for appointments that reach at most `before` and
 * `after` milliseconds beyond their start. A search with these facts finds the same slots, but reads less data.
 */
export function factsWithin(
  facts: Facts,
  fromAt: number,
  untilAt: number,
  { before, after }: { readonly before: number; readonly after: number },
): Facts {
  if (fromAt <= facts.fromAt && facts.untilAt <= untilAt) return facts;
  const [first, end] = [fromAt - before, untilAt + after];
  const staff = new Map<string, StaffTime>();
  for (const [id, { working, taken }] of facts.staff) {
    staff.set(id, { working: spansWithin(working, first, end), taken: spansWithin(taken, first, end) });
  }
  return {
    ...facts,
    fromAt,
    untilAt,
    open: spansWithin(facts.open, first, end),
    staff,
    resources: facts.resources.map((resource) => ({
      ...resource,
      claims: resource.claims.filter((claim) => claim.startsAt < end && claim.endsAt > first),
    })),
  };
}
