import {
  coversSpan,
  durationOf,
  instantOf,
  MINUTE,
  type Phases,
  type Spans,
  staffSpans,
  subtractSpans,
} from "@daybook/engine";
import type { MenuService, Setup } from "../features/calendar/index.ts";
import { absentSpans, COMING_DAYS, PAST_DAYS } from "./absences.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { performerKeys, SERVICES } from "./menu.ts";
import type { DemoService } from "./menuShapes.ts";
import type { PlaceKey } from "./places.ts";
import { type DemoSalon, named } from "./salon.ts";
import { type StaffKey, TEAM } from "./team.ts";

/** A visit as it will be booked, but for who comes. */
export interface PlannedVisit {
  readonly place: PlaceKey;
  /** Local day relative to today. */
  readonly dayOffset: number;
  readonly startsAt: number;
  endsAt: number;
  /** One after another. */
  readonly items: { readonly service: DemoService; readonly who: StaffKey }[];
}

/**
 * The visits of three months, in the order of days, members and shifts. Each member's free time is walked through
 * and about 70 % of it filled, less and less towards the end, as in any salon. The plan keeps the members
 * apart; whether a wash station or the treatment room is free is left to the booking, which refuses a few.
 *
 * It hangs on the local day alone and on no id, so two loads of one day have the same diary.
 */
export function planDiary(setup: Setup, salon: DemoSalon): PlannedVisit[] {
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

/** One member's day at one place. */
interface Chair {
  readonly setup: Setup;
  readonly salon: DemoSalon;
  readonly who: StaffKey;
  readonly place: PlaceKey;
  readonly dayOffset: number;
  readonly chance: Chance;
}

function workingSpans(
  setup: Setup,
  { zone, today, ...salon }: DemoSalon,
  who: StaffKey,
  at: PlaceKey,
  dayOffset: number,
): Spans {
  const place = named(setup.places, named(salon.placeIds, at));
  const hours = named(named(setup.team, named(salon.staffIds, who)).hoursByPlace, place.id);
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

/** A visit that fits between two instants, at times with another one inside its processing time. */
function visitWithin(chair: Chair, at: number, untilAt: number) {
  const { chance, who } = chair;
  const performed = SERVICES.filter((service) => performerKeys(service).includes(who));
  const service = chance.weighted(performed, ({ demand }) => demand);
  const { phases, bufferBeforeMinutes, bufferAfterMinutes } = timesOf(chair, service);
  const startsAt = onGrid(at + bufferBeforeMinutes * MINUTE);
  let endsAt = startsAt + durationOf(phases) * MINUTE;
  if (endsAt + bufferAfterMinutes * MINUTE > untilAt) return undefined;

  const items = [{ service, who }];
  let bufferAfter = bufferAfterMinutes;
  const more = performed.filter(({ name }) => service.goesWith?.includes(name));
  if (more.length > 0 && chance.happens(0.3)) {
    const added = chance.oneOf(more);
    const times = timesOf(chair, added);
    const longerEndsAt = endsAt + durationOf(times.phases) * MINUTE;
    const longerBuffer = Math.max(bufferAfter, times.bufferAfterMinutes);
    if (longerEndsAt + longerBuffer * MINUTE <= untilAt) {
      items.push({ service: added, who });
      [endsAt, bufferAfter] = [longerEndsAt, longerBuffer];
    }
  }
  const visit = planned(chair, startsAt, endsAt, items);
  const inside = chance.happens(0.45) ? visitInside(chair, performed, startsAt, phases) : [];
  return { visits: [visit, ...inside], freeAt: endsAt + bufferAfter * MINUTE };
}

/** While the colour works in, the member has time for something short. */
function visitInside(
  chair: Chair,
  performed: readonly DemoService[],
  outerStartsAt: number,
  phases: Phases,
): PlannedVisit[] {
  const freeFrom = outerStartsAt + phases.initialMinutes * MINUTE;
  const freeUntil = freeFrom + phases.processingMinutes * MINUTE;
  const startsAt = onGrid(freeFrom);
  const fitting = performed.filter((service) => {
    const { phases: own, bufferBeforeMinutes, bufferAfterMinutes } = timesOf(chair, service);
    const isPlain = bufferBeforeMinutes === 0 && bufferAfterMinutes === 0 && own.processingMinutes === 0;
    return isPlain && startsAt + durationOf(own) * MINUTE <= freeUntil;
  });
  if (fitting.length === 0) return [];
  const service = chair.chance.weighted(fitting, ({ demand }) => demand);
  const endsAt = startsAt + durationOf(timesOf(chair, service).phases) * MINUTE;
  return [planned(chair, startsAt, endsAt, [{ service, who: chair.who }])];
}

function planned(
  { place, dayOffset }: Chair,
  startsAt: number,
  endsAt: number,
  items: PlannedVisit["items"],
): PlannedVisit {
  return { place, dayOffset, startsAt, endsAt, items };
}

/** The service's buffers, and its phases in the hands of this member. */
function timesOf({ setup, salon, who }: Chair, service: DemoService): Times {
  const onMenu = named(setup.services, named(salon.serviceIds, service.name));
  const { phases } = named(onMenu.performers, named(salon.staffIds, who));
  const { bufferBeforeMinutes, bufferAfterMinutes } = onMenu;
  return { phases, bufferBeforeMinutes, bufferAfterMinutes };
}

type Times = Pick<MenuService, "phases" | "bufferBeforeMinutes" | "bufferAfterMinutes">;

/** Quarters of an hour; Berlin is whole hours away from UTC. */
function onGrid(at: number): number {
  const step = 15 * MINUTE;
  return Math.ceil(at / step) * step;
}

function serviceNamed(name: string): DemoService {
  const found = SERVICES.find((service) => service.name === name);
  if (found === undefined) throw new Error(`The demo's menu has no ${name}.`);
  return found;
}
