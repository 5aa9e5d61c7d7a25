import {
  coversSpan,
  dayAt,
  durationOf,
  instantOf,
  MINUTE,
  type Spans,
  spansOf,
  staffSpans,
  subtractSpans,
} from "@daybook/engine";
import type { DemoClient } from "./clients.ts";
import { type DemoService, SERVICES } from "./menu.ts";
import { type Random, seededRandom } from "./random.ts";
import { STAFF } from "./salon.ts";
import { type Demo, locationsOf } from "./setUp.ts";

/** An appointment to book. */
export interface PlannedAppointment {
  readonly location: string;
  /** The local day, relative to today. */
  readonly dayOffset: number;
  readonly startsAt: number;
  endsAt: number;
  /** The services, performed one after another. Staff members are identified by first name. */
  readonly items: { readonly service: DemoService; readonly staff: string }[];
}

/** A staff member's working day at a location. */
interface Shift extends Pick<PlannedAppointment, "location" | "dayOffset"> {
  readonly demo: Demo;
  readonly staff: string;
  readonly random: Random;
}

const BEAUTICIAN = "Nadia";
const STEP = 15 * MINUTE;

/**
 * Plans the appointments around the local day. The plan depends only on that day, so that two loads on the same day are equal. It
 * fills about 70 % of each staff member's shifts, less towards the last day. It never plans two services at a time for a staff
 * member, but it may exceed the capacity of resources; `book` then rejects the appointment.
 */
export function planAppointments(demo: Demo): PlannedAppointment[] {
  const planned: PlannedAppointment[] = [];
  for (let dayOffset = -demo.days.past; dayOffset <= demo.days.coming; dayOffset++) {
    const day: PlannedAppointment[] = [];
    for (const [staff] of STAFF) {
      for (const location of locationsOf([staff])) {
        const shift = { demo, staff, location, dayOffset, random: seededRandom(`${staff} ${dayOffset}`) };
        const free = freeSpans(shift);
        day.push(...fill(shift, staff === BEAUTICIAN ? addBrowShaping(shift, free, day) : free));
      }
    }
    planned.push(...day);
  }
  return planned.sort((one, other) => one.startsAt - other.startsAt);
}

/**
 * Returns a function that chooses a random client for an appointment; the function must be called in the order of starts. Two
 * appointments of a client are at least four days apart.
 */
export function drawClientOf(
  { zone }: Demo,
  clients: readonly DemoClient[],
): (planned: PlannedAppointment) => DemoClient {
  const random = seededRandom("clients of appointments");
  const lastDays = new Map<DemoClient, number>();
  const byGroup = Map.groupBy(clients, ({ group }) => group);
  return ({ items, startsAt }) => {
    const only = items.map(({ service }) => service.only).find((group) => group !== undefined);
    const day = dayAt(zone, startsAt);
    for (;;) {
      const client = random.weighted(
        only === undefined ? clients : (byGroup.get(only) ?? []),
        ({ loyalty }) => loyalty,
      );
      if (day - (lastDays.get(client) ?? Number.NEGATIVE_INFINITY) < 4) continue;
      lastDays.set(client, day);
      return client;
    }
  };
}

function freeSpans({ demo, staff, location, dayOffset }: Shift): Spans {
  const { snapshot, zone, today, idOf, absences } = demo;
  const at = snapshot.locations.get(idOf(location));
  const hours = snapshot.staff.get(idOf(staff))?.hoursByLocation.get(idOf(location));
  if (at === undefined || hours === undefined) throw new Error(`${staff} has no hours at ${location}.`);
  const day = today + dayOffset;
  const working = staffSpans(zone, hours, at.hours, instantOf(zone, day, 0), instantOf(zone, day + 1, 0));
  return subtractSpans(working, spansOf(absences.get(staff) ?? []));
}

/**
 * Adds brow shaping to some of the day's earlier appointments, so that two staff members perform them. Returns the rest of the
 * free time.
 */
function addBrowShaping(shift: Shift, free: Spans, day: readonly PlannedAppointment[]): Spans {
  const service = SERVICES.find(({ name }) => name === "Brow shaping") as DemoService;
  const { minutes } = timesOf(shift, service);
  let left = free;
  for (const planned of day) {
    const { location, endsAt, items } = planned;
    const browsEndAt = endsAt + minutes * MINUTE;
    const fits = location === shift.location && coversSpan(left, endsAt, browsEndAt);
    if (!fits || items.at(-1)?.service.only === "men" || !shift.random.happens(0.15)) continue;
    left = subtractSpans(left, [endsAt, browsEndAt]);
    items.push({ service, staff: BEAUTICIAN });
    planned.endsAt = browsEndAt;
  }
  return left;
}

function fill(shift: Shift, free: Spans): PlannedAppointment[] {
  const { random, dayOffset, staff } = shift;
  const performed = SERVICES.filter((service) => service.staff.includes(staff));
  const probability = dayOffset <= 1 ? 0.7 : 0.65 - (0.4 * dayOffset) / shift.demo.days.coming;
  const planned: PlannedAppointment[] = [];
  for (let index = 0; index < free.length; index += 2) {
    let [at, untilAt] = free.slice(index, index + 2) as [number, number];
    while (at < untilAt) {
      const next = random.happens(probability) ? planNext(shift, performed, at, untilAt) : undefined;
      planned.push(...(next?.planned ?? []));
      at = next?.freeAt ?? at + random.oneOf([15, 30, 45, 60]) * MINUTE;
    }
  }
  return planned;
}

/**
 * Plans an appointment between two instants. Sometimes it has a second service, and sometimes another appointment takes place
 * during its processing time.
 */
function planNext(shift: Shift, performed: readonly DemoService[], at: number, untilAt: number) {
  const { random, staff, location, dayOffset } = shift;
  const service = random.weighted(performed, ({ demand }) => demand);
  const { phases, minutes, before, after } = timesOf(shift, service);
  const startsAt = onGrid(at + before * MINUTE);
  let endsAt = startsAt + minutes * MINUTE;
  let freeAt = endsAt + after * MINUTE;
  if (freeAt > untilAt) return undefined;
  const items = [{ service, staff }];
  const addOn = performed.find(({ name }) => name === service.addOn);
  if (addOn !== undefined && random.happens(0.3)) {
    const added = timesOf(shift, addOn);
    const longerFreeAt = endsAt + (added.minutes + Math.max(after, added.after)) * MINUTE;
    if (longerFreeAt <= untilAt) {
      items.push({ service: addOn, staff });
      endsAt += added.minutes * MINUTE;
      freeAt = longerFreeAt;
    }
  }
  const planned: PlannedAppointment[] = [{ location, dayOffset, startsAt, endsAt, items }];
  const processingAt = onGrid(startsAt + phases.initialMinutes * MINUTE);
  const finishingAt = startsAt + (phases.initialMinutes + phases.processingMinutes) * MINUTE;
  const fitting = performed.filter((other) => {
    const times = timesOf(shift, other);
    const isPlain = times.before === 0 && times.after === 0 && times.phases.processingMinutes === 0;
    return isPlain && processingAt + times.minutes * MINUTE <= finishingAt;
  });
  if (fitting.length > 0 && random.happens(0.45)) {
    const inside = random.weighted(fitting, ({ demand }) => demand);
    const insideEndsAt = processingAt + timesOf(shift, inside).minutes * MINUTE;
    const item = { service: inside, staff };
    planned.push({ location, dayOffset, startsAt: processingAt, endsAt: insideEndsAt, items: [item] });
  }
  return { planned, freeAt };
}

/** Returns the phases of a service with this staff member's durations, their sum, and the service's buffers, in minutes. */
function timesOf({ demo, staff }: Shift, { name }: DemoService) {
  const service = demo.snapshot.services.get(demo.idOf(name));
  const phases = service?.performers.get(demo.idOf(staff))?.phases;
  if (service === undefined || phases === undefined) throw new Error(`${staff} does not perform ${name}.`);
  const { bufferBeforeMinutes: before, bufferAfterMinutes: after } = service;
  return { phases, minutes: durationOf(phases), before, after };
}

/** Rounds up to a quarter of an hour. This is exact because Berlin's offset from UTC is always in whole hours. */
function onGrid(at: number): number {
  return Math.ceil(at / STEP) * STEP;
}
