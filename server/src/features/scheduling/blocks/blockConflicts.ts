import { localText } from "@daybook/engine";
import type { CoveredClaim } from "../calendar/index.ts";
import type { LocationSnapshot } from "../snapshot/index.ts";

/** Taken time that a block overlaps, or a day that was skipped in a series of blocks. */
export interface BlockConflict {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly reason: "appointment" | "block" | "time_off";
  readonly appointment_id: string | null;
}

/** Returns the appointments that a block overlaps, each once, even if processing time splits them into several claims. */
export function appointmentConflicts(
  location: LocationSnapshot,
  covered: readonly CoveredClaim[],
): BlockConflict[] {
  const appointments = new Map<string, CoveredClaim>();
  for (const claim of covered) {
    if (claim.appointmentId === null) continue;
    const known = appointments.get(claim.appointmentId);
    appointments.set(claim.appointmentId, {
      ...claim,
      startsAt: Math.min(claim.startsAt, known?.startsAt ?? claim.startsAt),
      endsAt: Math.max(claim.endsAt, known?.endsAt ?? claim.endsAt),
    });
  }
  return [...appointments.values()].map((claim) => conflictOf(location, claim));
}

export function conflictOf(location: LocationSnapshot, claim: CoveredClaim): BlockConflict {
  return {
    starts_at: localText(location.zone, claim.startsAt),
    ends_at: localText(location.zone, claim.endsAt),
    reason: claim.reason,
    appointment_id: claim.appointmentId,
  };
}
