import { durationOf, MINUTE, type Phases } from "@daybook/engine";
import type { SchedulingSnapshot, ServiceSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { Chance } from "./chance.ts";
import { performerKeys, SERVICES } from "./menu.ts";
import type { DemoService } from "./menuShapes.ts";
import { named } from "./named.ts";
import type { PlaceKey } from "./places.ts";
import type { DemoSalon } from "./salon.ts";
import type { StaffKey } from "./team.ts";

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

/** One member's day at one place. */
export interface Chair {
  readonly setup: SchedulingSnapshot;
  readonly salon: DemoSalon;
  readonly who: StaffKey;
  readonly place: PlaceKey;
  readonly dayOffset: number;
  readonly chance: Chance;
}

/** A visit that fits between two instants, at times with another one inside its processing time. */
export function visitWithin(chair: Chair, at: number, untilAt: number) {
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
export function timesOf({ setup, salon, who }: Chair, service: DemoService): Times {
  const onMenu = named(setup.services, named(salon.serviceIds, service.name));
  const { phases } = named(onMenu.performers, named(salon.staffIds, who));
  const { bufferBeforeMinutes, bufferAfterMinutes } = onMenu;
  return { phases, bufferBeforeMinutes, bufferAfterMinutes };
}

type Times = Pick<ServiceSnapshot, "phases" | "bufferBeforeMinutes" | "bufferAfterMinutes">;

/** Quarters of an hour; Berlin is whole hours away from UTC. */
function onGrid(at: number): number {
  const step = 15 * MINUTE;
  return Math.ceil(at / step) * step;
}
