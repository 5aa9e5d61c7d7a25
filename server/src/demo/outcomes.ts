import { DAY, MINUTE, type Status } from "@daybook/engine";
import type { Source } from "../kernel/caller.ts";
import { type Demo, timeOn } from "./demo.ts";
import type { PlannedAppointment } from "./plan.ts";
import type { Random } from "./random.ts";

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
  readonly reason?: string | null;
  readonly cancelledBy?: "team" | "client";
}

/** The number of past days whose arrivals are recorded. It is short, because each change makes the load longer. */
const ARRIVAL_DAYS = 14;
const DECLINE_REASONS = ["Fully booked that day", "Please come for a consultation first"];
const CANCELLATIONS: readonly (readonly ["client" | "team", string | null])[] = [
  ["client", "Ill"],
  ["client", "Has to work"],
  ["client", "Child is ill"],
  ["client", null],
  ["client", "Train cancelled"],
  ["team", "Stylist is ill; client was called"],
];

/**
 * Draws the course of an appointment, which depends only on the local day. Everything except arriving, leaving and no-shows
 * happens before today, so the hour of the load decides only which of today's clients have arrived or left. Changes may be in the
 * future.
 */
export function drawOutcome(demo: Demo, planned: PlannedAppointment, random: Random): Outcome {
  const latestAt = timeOn(demo, -1, "21:00");
  const drawnAt = drawBookingTime(demo, planned, random);
  const bookedAt = drawnAt < latestAt ? drawnAt : latestAt - random.whole(5, 2000) * MINUTE;
  const settings = planned.items.map(({ service }) => service.input);
  const isOnline = settings.every((one) => one.online_bookable !== false) && random.happens(0.45);
  const needsApproval = settings.some((one) => one.requires_approval === true);
  const isRequested = isOnline ? needsApproval : random.happens(0.05);
  const source = isOnline ? "online" : isRequested || random.happens(0.05) ? "api" : "app";
  const confirmed = (at: number) => drawChanges(planned, random, at, latestAt);
  if (!isRequested) return { bookedAt, status: "booked", source, changes: confirmed(bookedAt) };
  const requested = { bookedAt, status: "requested", source } as const;
  if (planned.dayOffset > 0 && bookedAt > latestAt - 3 * DAY) return { ...requested, changes: [] };
  const at = Math.min(bookedAt + random.whole(20, 1200) * MINUTE, planned.startsAt - 10 * MINUTE, latestAt);
  if (random.happens(0.2))
    return { ...requested, changes: [{ at, to: "declined", reason: random.oneOf(DECLINE_REASONS) }] };
  return { ...requested, changes: [{ at, to: "booked" }, ...confirmed(at)] };
}

/**
 * Draws when an appointment is booked: 10 % on the same day, most of the others within two weeks before, the rest up to five
 * weeks before.
 */
function drawBookingTime(demo: Demo, { startsAt, dayOffset }: PlannedAppointment, random: Random): number {
  if (random.happens(0.1)) return startsAt - random.whole(60, 180) * MINUTE;
  const daysBefore = random.happens(0.65) ? random.whole(1, 14) : random.whole(15, 35);
  return timeOn(demo, dayOffset - daysBefore, "08:00") + random.whole(0, 13 * 60 - 1) * MINUTE;
}

function drawChanges(
  { startsAt, endsAt, dayOffset }: PlannedAppointment,
  random: Random,
  confirmedAt: number,
  latestAt: number,
): Change[] {
  const minutes = Math.floor((Math.min(startsAt - 30 * MINUTE, latestAt) - confirmedAt) / MINUTE);
  if (random.happens(0.06) && minutes > 1) {
    const [cancelledBy, reason] = random.oneOf(CANCELLATIONS);
    const at = confirmedAt + random.whole(1, minutes) * MINUTE;
    return [{ at, to: "cancelled", reason, cancelledBy }];
  }
  if (random.happens(0.04)) return [{ at: startsAt + random.whole(20, 40) * MINUTE, to: "no_show" }];
  const arrived = { at: startsAt + random.whole(-8, 9) * MINUTE, to: "arrived" } as const;
  const completed = { at: endsAt + random.whole(-3, 12) * MINUTE, to: "completed" } as const;
  const isRecorded = random.happens(0.7) && dayOffset >= -ARRIVAL_DAYS;
  return isRecorded ? [arrived, completed] : [completed];
}
