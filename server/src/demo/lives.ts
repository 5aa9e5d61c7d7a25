import { DAY, instantOf, MINUTE, type Status } from "@daybook/engine";
import type { Source } from "../kernel/caller.ts";
import type { PlannedVisit } from "./chair.ts";
import { type Chance, chanceOf } from "./chance.ts";
import type { DemoSalon } from "./salon.ts";

/** How a visit was booked and what became of it since. */
export interface Life {
  readonly bookedAt: number;
  readonly status: "booked" | "requested";
  readonly source: Source;
  /** In the order of their times. */
  readonly steps: readonly Step[];
}

interface Step {
  readonly at: number;
  readonly to: Status;
  readonly reason: string | null;
  readonly cancelledBy: "team" | "client" | "system";
}

/**
 * Draws a visit's life up to `now`. Whatever was agreed on was agreed on before today began, so that it hangs on the
 * day alone; only who has arrived today, and who has left, follows the clock.
 */
export function lifeOf(salon: DemoSalon, visit: PlannedVisit, index: number, now: number): Life {
  const chance = chanceOf(`life ${index}`);
  const { zone, today } = salon;
  const yesterdayEveningAt = instantOf(zone, today - 1, 21 * 60);
  const drawnAt = bookingTime(chance, salon, visit);
  const bookedAt =
    drawnAt < yesterdayEveningAt ? drawnAt : yesterdayEveningAt - chance.whole(5, 2000) * MINUTE;
  const services = visit.items.map(({ service }) => service.more);
  const isOnline = services.every((more) => more?.online_bookable !== false) && chance.happens(0.45);
  const needsApproval = services.some((more) => more?.requires_approval === true);
  const isRequested = isOnline ? needsApproval : chance.happens(0.05);
  const source = isOnline ? "online" : isRequested || chance.happens(0.05) ? "api" : "app";
  const status = isRequested ? "requested" : "booked";
  const answer = isRequested ? answerTo(chance, visit, bookedAt, yesterdayEveningAt) : undefined;
  const isOpen = isRequested && answer === undefined;
  const isOver = isOpen || answer?.to === "declined";
  const end = isOver ? [] : endOf(chance, visit, answer?.at ?? bookedAt, yesterdayEveningAt);
  const steps = answer === undefined ? end : [answer, ...end];
  return { bookedAt, status, source, steps: steps.filter(({ at }) => at <= now) };
}

/** A few on the same morning, most within two weeks, the rest up to five weeks before. */
function bookingTime(
  chance: Chance,
  { zone, today }: DemoSalon,
  { startsAt, dayOffset }: PlannedVisit,
): number {
  if (chance.happens(0.1)) return startsAt - chance.whole(60, 180) * MINUTE;
  const daysBefore = chance.happens(0.65) ? chance.whole(1, 14) : chance.whole(15, 35);
  return instantOf(zone, today + dayOffset - daysBefore, chance.whole(8 * 60, 21 * 60 - 1));
}

/** The salon's answer to a request, within a day; a request that is only hours old waits, if the visit is still to come. */
function answerTo(
  chance: Chance,
  { startsAt, dayOffset }: PlannedVisit,
  bookedAt: number,
  latestAt: number,
): Step | undefined {
  if (dayOffset > 0 && bookedAt > latestAt - 3 * DAY) return undefined;
  const at = Math.min(bookedAt + chance.whole(20, 1200) * MINUTE, startsAt - 10 * MINUTE, latestAt);
  const isDeclined = chance.happens(0.2);
  return isDeclined
    ? step(at, "declined", chance.oneOf(["Fully booked that day", "Please come for a consultation first"]))
    : step(at, "booked");
}

function endOf(
  chance: Chance,
  { startsAt, endsAt }: PlannedVisit,
  agreedAt: number,
  latestAt: number,
): Step[] {
  const mayCancelUntil = Math.min(startsAt - 30 * MINUTE, latestAt);
  if (chance.happens(0.06) && mayCancelUntil > agreedAt + MINUTE) {
    const minutes = Math.floor((mayCancelUntil - agreedAt) / MINUTE);
    const { by, reason } = chance.oneOf(CANCELLATIONS);
    return [step(agreedAt + chance.whole(1, minutes) * MINUTE, "cancelled", reason, by)];
  }
  if (chance.happens(0.04)) return [step(startsAt + chance.whole(20, 40) * MINUTE, "no_show")];
  const arrived = step(startsAt + chance.whole(-8, 9) * MINUTE, "arrived");
  const completed = step(endsAt + chance.whole(-3, 12) * MINUTE, "completed");
  // Where the desk is busy nobody is checked in: they are completed when they pay.
  return chance.happens(0.3) ? [completed] : [arrived, completed];
}

function step(
  at: number,
  to: Status,
  reason: string | null = null,
  cancelledBy: Step["cancelledBy"] = "team",
): Step {
  return { at, to, reason, cancelledBy };
}

const CANCELLATIONS = [
  { by: "client", reason: "Ill" },
  { by: "client", reason: "Has to work" },
  { by: "client", reason: "Child is ill" },
  { by: "client", reason: null },
  { by: "client", reason: "Train cancelled" },
  { by: "team", reason: "Stylist is ill; client was called" },
] as const;
