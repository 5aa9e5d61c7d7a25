import { noSpans, type Spans, spansOf } from "./spans.ts";
import type { Zone } from "./zones.ts";

/** What took a stretch of somebody's time. */
export type Cause = "appointment" | "block" | "time_off" | "hold";

/** A stretch of a subject's time that is taken; half-open, milliseconds since the epoch. */
export interface Claim {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly cause: Cause;
  /** The appointment, block, time off or hold. */
  readonly causeId: string;
  /** A block takes the whole of a resource, whatever its capacity. */
  readonly exclusive: boolean;
}

/** A staff member's time at one location, as far as the facts reach. */
export interface StaffTime {
  /** When they work there: their hours and the location's, intersected. */
  readonly working: Spans;
  /** When they are taken, by anything, anywhere. */
  readonly taken: Spans;
  /** What took it, where a refusal will have to say so. */
  readonly claims?: readonly Claim[];
}

/** A resource of the location: it is free at an instant while fewer than `capacity` claims cover it. */
export interface ResourceTime {
  readonly id: string;
  readonly type: string;
  readonly capacity: number;
  readonly claims: readonly Claim[];
}

/**
 * Everything one location's answer depends on. Whoever collects the facts leaves out what does not count: the
 * visit's own claims when it moves, holds that have expired, and for the team every hold (contract §5).
 */
export interface Facts {
  readonly zone: Zone;
  readonly now: number;
  /** The facts are complete for `[fromAt, untilAt)`; a visit that reaches out of it cannot be judged by them. */
  readonly fromAt: number;
  readonly untilAt: number;
  /** When the location is open. */
  readonly open: Spans;
  readonly staff: ReadonlyMap<string, StaffTime>;
  /** The location's resources in the order in which they are handed out. */
  readonly resources: readonly ResourceTime[];
  /** How many items of a service start on a local day (its day number); asked only where the menu limits it. */
  bookedOn(serviceId: string, day: number): number;
  /** The client's last patch test: null when they never had one, undefined when no client is known. */
  readonly patchTestOn?: string | null;
}

/** Whose claims count for whom: the team books over holds, the booking page does not (contract §5). */
export function claimCounts(
  claim: { readonly cause: Cause; readonly expiresAt: number | null },
  audience: "team" | "online",
  now: number,
): boolean {
  if (claim.cause !== "hold") return true;
  return audience === "online" && claim.expiresAt !== null && claim.expiresAt > now;
}

/** The time of claims, for a subject that can do one thing at a time. */
export function takenBy(claims: readonly Claim[]): Spans {
  return claims.length === 0 ? noSpans : spansOf(claims.map((claim) => [claim.startsAt, claim.endsAt]));
}
