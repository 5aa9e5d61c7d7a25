import { dayAt, durationOf, instantOf, MINUTE, staffSpans, weekdayOf } from "@daybook/engine";
import type { DemoClient } from "./clients.ts";
import type { Demo } from "./demo.ts";
import { type DemoService, SERVICES } from "./menu.ts";
import { type Random, seededRandom } from "./random.ts";
import { locationsOf, SHIFTS, STAFF } from "./salon.ts";

/** An appointment to book. */
export interface PlannedAppointment {
  readonly location: string;
  /** The local day, relative to today. */
  readonly dayOffset: number;
  readonly startsAt: number;
  readonly endsAt: number;
  /** The services, performed one after another. Staff members are identified by first name. */
  readonly items: readonly { readonly service: DemoService; readonly staff: string }[];
}

/** A staff member's working day at a location. */
interface Shift extends Pick<PlannedAppointment, "location" | "dayOffset"> {
  readonly demo: Demo;
  readonly staff: string;
  readonly random: Random;
}

const STEP = 15 * MINUTE;

/**
 * Plans the appointments around the local day, on which alone the plan depends. It fills about 70 % of each staff member's shifts, less
 * towards the last day. Blocks, time off, other staff members and resources are not considered: `book` refuses what does not fit.
 */
export function planAppointments(demo: Demo): PlannedAppointment[] {
  const { snapshot, zone, today, idOf, days } = demo;
  const planned: PlannedAppointment[] = [];
  for (let dayOffset = -days.past; dayOffset <= days.coming; dayOffset++) {
    const [from, until] = [instantOf(zone, today + dayOffset, 0), instantOf(zone, today + dayOffset + 1, 0)];
    for (const [staff] of STAFF) {
      for (const location of locationsOf([staff])) {
        const at = snapshot.locations.get(idOf(location));
        const hours = snapshot.staff.get(idOf(staff))?.hoursByLocation.get(idOf(location));
        if (at === undefined || hours === undefined) throw new Error(`${staff} has no hours at ${location}.`);
        const random = seededRandom(`${staff} ${location} ${dayOffset}`);
        const shift = { demo, staff, location, dayOffset, random };
        const spans = staffSpans(zone, hours, at.hours, from, until);
        for (let index = 0; index < spans.length; index += 2)
          planned.push(...fill(shift, spans[index] ?? 0, spans[index + 1] ?? 0, false));
      }
    }
  }
  return planned.sort((one, other) => one.startsAt - other.startsAt);
}

/** Plans appointments between two instants, and short ones within the processing time of others (`isInside`). */
function* fill(shift: Shift, from: number, until: number, isInside: boolean): Generator<PlannedAppointment> {
  const { random, staff, location, dayOffset, demo } = shift;
  const density = dayOffset <= 1 ? 0.7 : 0.65 - (0.4 * dayOffset) / demo.days.coming;
  let at = from;
  while (at < until) {
    const fitting = SERVICES.filter((service) => {
      if (!service.staff.includes(staff)) return false;
      const { before, minutes, after, processing } = timesOf(shift, service, staff);
      const ends = onGrid(at + before * MINUTE) + (minutes + after) * MINUTE;
      return ends <= until && !(isInside && before + after + processing > 0);
    });
    if (fitting.length === 0 || !random.happens(isInside ? 0.4 : density)) {
      at += random.oneOf([15, 30, 45, 60]) * MINUTE;
      continue;
    }
    const service = random.weighted(fitting, ({ demand }) => demand);
    const { before, minutes, after, initial, processing } = timesOf(shift, service, staff);
    const startsAt = onGrid(at + before * MINUTE);
    let endsAt = startsAt + minutes * MINUTE;
    const items = [{ service, staff }];
    const added = random.happens(0.3) && !isInside ? addOnOf(shift, service) : undefined;
    const addedMs = added === undefined ? 0 : timesOf(shift, added.service, added.staff).minutes * MINUTE;
    if (added !== undefined && endsAt + addedMs + after * MINUTE <= until) {
      items.push(added);
      endsAt += addedMs;
    }
    yield { location, dayOffset, startsAt, endsAt, items };
    const processingAt = startsAt + initial * MINUTE;
    if (processing > 0) yield* fill(shift, onGrid(processingAt), processingAt + processing * MINUTE, true);
    at = endsAt + after * MINUTE;
  }
}

/** Returns the service that is booked with another one, by the same staff member or one who works there on that day. */
function addOnOf({ staff, location, dayOffset, demo }: Shift, { addOn }: DemoService) {
  const service = SERVICES.find(({ name }) => name === addOn);
  if (service === undefined) return undefined;
  const weekday = String(weekdayOf(demo.today + dayOffset));
  const performer = [staff, ...service.staff].find(
    (name) =>
      service.staff.includes(name) &&
      SHIFTS.some(([of, place, days]) => of === name && place === location && days.includes(weekday)),
  );
  return performer === undefined ? undefined : { service, staff: performer };
}

/** Returns the durations of a service with this staff member, and the service's buffers, in minutes. */
function timesOf({ demo }: Shift, { name }: DemoService, staff: string) {
  const service = demo.snapshot.services.get(demo.idOf(name));
  const phases = service?.performers.get(demo.idOf(staff))?.phases;
  if (service === undefined || phases === undefined) throw new Error(`${staff} does not perform ${name}.`);
  return {
    before: service.bufferBeforeMinutes,
    minutes: durationOf(phases),
    after: service.bufferAfterMinutes,
    initial: phases.initialMinutes,
    processing: phases.processingMinutes,
  };
}

/** Rounds up to a quarter of an hour. This is exact because Berlin's offset from UTC is always in whole hours. */
function onGrid(at: number): number {
  return Math.ceil(at / STEP) * STEP;
}

/**
 * Returns a function that draws the client of an appointment; it must be called in the order of starts. Two appointments of a
 * client are at least four days apart.
 */
export function drawClientOf(
  { zone }: Demo,
  clients: readonly DemoClient[],
): (planned: PlannedAppointment) => DemoClient {
  const random = seededRandom("clients of appointments");
  const lastDays = new Map<DemoClient, number>();
  return ({ items, startsAt }) => {
    const only = items.map(({ service }) => service.only).find((group) => group !== undefined);
    const day = dayAt(zone, startsAt);
    const free = clients.filter(
      (client) =>
        (only === undefined || client.group === only) && day - (lastDays.get(client) ?? -Infinity) >= 4,
    );
    const client = random.weighted(free, ({ loyalty }) => loyalty);
    lastDays.set(client, day);
    return client;
  };
}
