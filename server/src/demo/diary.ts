import {
  coversSpan,
  durationOf,
  instantOf,
  MINUTE,
  type Spans,
  staffSpans,
  subtractSpans,
} from "@daybook/engine";
import type { SchedulingSnapshot } from "../features/scheduling/snapshot/index.ts";
import { absentSpans, COMING_DAYS, PAST_DAYS } from "./absences.ts";
import { type Chair, type PlannedVisit, timesOf, visitWithin } from "./chair.ts";
import { chanceOf } from "./chance.ts";
import { SERVICES } from "./menu.ts";
import type { DemoService } from "./menuShapes.ts";
import { named } from "./named.ts";
import type { PlaceKey } from "./places.ts";
import type { DemoSalon } from "./salon.ts";
import { type StaffKey, TEAM } from "./team.ts";

/**
 * The visits of three months, in the order of days, members and shifts. Each member's free time is walked through
 * and about 70 % of it filled, less and less towards the end, as in any salon. The plan keeps the members
 * apart; whether a wash station or the treatment room is free is left to the booking, which refuses a few.
 *
 * It hangs on the local day alone and on no id, so two loads of one day have the same diary.
 */
export function planDiary(setup: SchedulingSnapshot, salon: DemoSalon): PlannedVisit[] {
  const absent = new Map(TEAM.map(({ key }) => [key, absentSpans(salon, key)]));
  const visits: PlannedVisit[] = [];
  for (let dayOffset = -PAST_DAYS; dayOffset <= COMING_DAYS; dayOffset++) {
    const ofDay: PlannedVisit[] = [];
    for (const { key, shifts } of TEAM) {
      for (const place of new Set(shifts.map(({ at }) => at))) {
        const working = workingSpans(setup, salon, key, place, dayOffset);
        const free = subtractSpans(working, named(absent, key));
        const chair = { setup, salon, who: key, place, dayOffset, chance: chanceOf(`${key} ${dayOffset}`) };
        ofDay.push(...walk(chair, key === "nadia" ? joinVisits(chair, free, ofDay) : free));
      }
    }
    visits.push(...ofDay);
  }
  return visits;
}

function workingSpans(
  setup: SchedulingSnapshot,
  { zone, today, ...salon }: DemoSalon,
  who: StaffKey,
  at: PlaceKey,
  dayOffset: number,
): Spans {
  const place = named(setup.locations, named(salon.placeIds, at));
  const hours = named(named(setup.staff, named(salon.staffIds, who)).hoursByLocation, place.id);
  const day = today + dayOffset;
  return staffSpans(zone, hours, place.hours, instantOf(zone, day, 0), instantOf(zone, day + 1, 0));
}

/** After their hair some go on to the beautician, where she is free: visits of two members. Answers what is left of her time. */
function joinVisits(chair: Chair, free: Spans, visits: readonly PlannedVisit[]): Spans {
  const brows = serviceNamed("Brow shaping");
  const minutes = durationOf(timesOf(chair, brows).phases);
  let left = free;
  for (const visit of visits) {
    const endsAt = visit.endsAt + minutes * MINUTE;
    const fits = visit.place === chair.place && coversSpan(left, visit.endsAt, endsAt);
    const lastOnly = visit.items.at(-1)?.service.only;
    if (!fits || lastOnly === "men" || !chair.chance.happens(0.15)) continue;
    left = subtractSpans(left, [visit.endsAt, endsAt]);
    visit.items.push({ service: brows, who: chair.who });
    visit.endsAt = endsAt;
  }
  return left;
}

function walk(chair: Chair, free: Spans): PlannedVisit[] {
  const { chance, dayOffset } = chair;
  const share = dayOffset <= 1 ? 0.7 : 0.65 - (0.4 * dayOffset) / COMING_DAYS;
  const visits: PlannedVisit[] = [];
  for (let index = 0; index < free.length; index += 2) {
    const untilAt = free[index + 1] as number;
    let at = free[index] as number;
    while (at < untilAt) {
      const found = chance.happens(share) ? visitWithin(chair, at, untilAt) : undefined;
      if (found === undefined) at += chance.oneOf([15, 30, 45, 60]) * MINUTE;
      else {
        visits.push(...found.visits);
        at = found.freeAt;
      }
    }
  }
  return visits;
}

function serviceNamed(name: string): DemoService {
  const found = SERVICES.find((service) => service.name === name);
  if (found === undefined) throw new Error(`The demo's menu has no ${name}.`);
  return found;
}
