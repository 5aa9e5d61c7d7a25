import { DAY, instantOf, MINUTE, type Status } from "@daybook/engine";
import type { Source } from "../kernel/caller.ts";
import type { PlannedAppointment } from "./plan.ts";
import type { Random } from "./random.ts";
import type { Demo } from "./setUp.ts";

/** The booking of an appointment, and its later status changes in chronological order. */
export interface Outcome {
  readonly bookedAt: number;
  readonly status: "booked" | "requested";
  readonly source: Source;
  readonly changes: readonly Change[];
}

interface Change {
  readonly at: number;
  readonly to: Status;
  readonly reason: string | null;
  readonly cancelledBy: "team" | "client";
}

/**
 * Chooses a random course of an appointment, which depends only on the local day. Everything except arriving, leaving and
 * no-shows happens before today, so the hour of the load decides only which of today's clients have arrived or left. Changes may
 * be in the future.
 */
export function drawOutcome(demo: Demo, planned: PlannedAppointment, random: Random): Outcome {
  const latestAt = instantOf(demo.zone, demo.today - 1, 21 * 60);
  const drawnAt = drawBookingTime(demo, planned, random);
  const bookedAt = drawnAt < latestAt ? drawnAt : latestAt - random.whole(5, 2000) * MINUTE;
  const details = planned.items.map(({ service }) => service.details);
  const isOnline = details.every((one) => one.online_bookable !== false) && random.happens(0.45);
  const needsApproval = details.some((one) => one.requires_approval === true);
  const isRequested = isOnline ? needsApproval : random.happens(0.05);
  const source = isOnline ? "online" : isRequested || random.happens(0.05) ? "api" : "app";
  if (!isRequested) {
    const changes = drawChanges(planned, random, bookedAt, latestAt);
    return { bookedAt, status: "booked", source, changes };
  }
  const requested = { bookedAt, status: "requested", source } as const;
  if (planned.dayOffset > 0 && bookedAt > latestAt - 3 * DAY) return { ...requested, changes: [] };
  const answeredAt = Math.min(
    bookedAt + random.whole(20, 1200) * MINUTE,
    planned.startsAt - 10 * MINUTE,
    latestAt,
  );
  if (random.happens(0.2))
    return { ...requested, changes: [change(answeredAt, "declined", random.oneOf(DECLINE_REASONS))] };
  const later = drawChanges(planned, random, answeredAt, latestAt);
  return { ...requested, changes: [change(answeredAt, "booked"), ...later] };
}

/** Chooses a random time of booking: 10 % on the same day, most of the others within two weeks before, the rest up to five weeks before. */
function drawBookingTime({ zone, today }: Demo, { startsAt, dayOffset }: PlannedAppointment, random: Random) {
  if (random.happens(0.1)) return startsAt - random.whole(60, 180) * MINUTE;
  const daysBefore = random.happens(0.65) ? random.whole(1, 14) : random.whole(15, 35);
  return instantOf(zone, today + dayOffset - daysBefore, random.whole(8 * 60, 21 * 60 - 1));
}

function drawChanges(
  { startsAt, endsAt }: PlannedAppointment,
  random: Random,
  confirmedAt: number,
  latestAt: number,
): Change[] {
  const minutes = Math.floor((Math.min(startsAt - 30 * MINUTE, latestAt) - confirmedAt) / MINUTE);
  if (random.happens(0.06) && minutes > 1) {
    const [cancelledBy, reason] = random.oneOf(CANCELLATIONS);
    return [change(confirmedAt + random.whole(1, minutes) * MINUTE, "cancelled", reason, cancelledBy)];
  }
  if (random.happens(0.04)) return [change(startsAt + random.whole(20, 40) * MINUTE, "no_show")];
  const arrived = change(startsAt + random.whole(-8, 9) * MINUTE, "arrived");
  const completed = change(endsAt + random.whole(-3, 12) * MINUTE, "completed");
  return random.happens(0.3) ? [completed] : [arrived, completed];
}

function change(
  at: number,
  to: Status,
  reason: string | null = null,
  cancelledBy: Change["cancelledBy"] = "team",
): Change {
  return { at, to, reason, cancelledBy };
}

const DECLINE_REASONS = ["Fully booked that day", "Please come for a consultation first"];

const CANCELLATIONS: readonly (readonly ["client" | "team", string | null])[] = [
  ["client", "Ill"],
  ["client", "Has to work"],
  ["client", "Child is ill"],
  ["client", null],
  ["client", "Train cancelled"],
  ["team", "Stylist is ill; client was called"],
];
