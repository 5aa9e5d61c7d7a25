import { MINUTE, weekdayOf } from "@daybook/engine";
import type { DemoClient } from "./clients.ts";
import { type Demo, timeOn } from "./demo.ts";
import { type DemoService, SERVICES } from "./menu.ts";
import { type Random, seededRandom } from "./random.ts";
import { SHIFTS } from "./salon.ts";

/** An appointment to book. */
export interface PlannedVisit {
  readonly location: string;
  /** The local day, relative to today. */
  readonly day: number;
  readonly startsAt: number;
  readonly endsAt: number;
  /** The services, performed one after another. Staff members are identified by first name. */
  readonly items: readonly { readonly service: DemoService; readonly staff: string }[];
  readonly client: DemoClient;
}

/** A staff member's working day at a location. */
interface Shift extends Pick<PlannedVisit, "location" | "day"> {
  readonly staff: string;
  readonly colleagues: readonly string[];
  readonly random: Random;
}

const STEP = 15 * MINUTE;
/** The first day with the usual demand. The demand of earlier days is lower, which makes the load shorter. */
const BUSY_FROM = -7;

/**
 * Plans the appointments around the local day, on which alone the plan depends. Blocks, time off, other staff members and resources are
 * not considered: `book` refuses what does not fit.
 */
export function planVisits(demo: Demo, clients: readonly DemoClient[]): PlannedVisit[] {
  const planned: Omit<PlannedVisit, "client">[] = [];
  for (let day = -demo.days.past; day <= demo.days.coming; day++) {
    const weekday = String(weekdayOf(demo.today + day));
    const shifts = SHIFTS.filter(([, , weekdays]) => weekdays.includes(weekday));
    for (const [staff, location, , starts, ends] of shifts) {
      const colleagues = shifts.filter(([, place]) => place === location).map(([name]) => name);
      const random = seededRandom(`${staff} ${location} ${day} ${starts}`);
      const shift = { staff, location, day, colleagues, random };
      planned.push(...fill(shift, timeOn(demo, day, starts), timeOn(demo, day, ends)));
    }
  }
  return withClients(planned, clients);
}

/** Plans appointments between two instants, and short ones within the processing time of others. */
function* fill(shift: Shift, from: number, until: number): Generator<Omit<PlannedVisit, "client">> {
  const { random, staff, location, day } = shift;
  let at = from;
  for (;;) {
    const fitting = SERVICES.filter(
      (service) => service.staff.includes(staff) && at + lengthOf(service) <= until,
    );
    if (fitting.length === 0) return;
    if (!random.happens(demandOn(day))) {
      at += random.whole(1, 4) * STEP;
      continue;
    }
    const service = random.weighted(fitting, ({ demand }) => demand);
    const items = [{ service, staff }];
    const addOn = SERVICES.find(({ name }) => name === service.addOn);
    const performer = [staff, ...shift.colleagues].find((name) => addOn?.staff.includes(name));
    let end = at + service.total * MINUTE;
    if (addOn && performer && end + lengthOf(addOn) <= until && random.happens(0.3)) {
      items.push({ service: addOn, staff: performer });
      end += addOn.total * MINUTE;
    }
    yield { location, day, startsAt: at, endsAt: end, items };
    const [initial = 0, processing = 0] = service.phases;
    yield* fill(shift, onGrid(at + initial * MINUTE), at + (initial + processing) * MINUTE);
    at = onGrid(end + (service.input.buffer_after_minutes ?? 0) * MINUTE);
  }
}

function lengthOf({ total, input }: DemoService): number {
  return (total + (input.buffer_after_minutes ?? 0)) * MINUTE;
}

/** Returns the probability that a free time is booked. */
function demandOn(day: number): number {
  if (day < BUSY_FROM) return Math.max(0.1, 0.3 + day / 200);
  return day <= 1 ? 0.65 : Math.max(0.08, 0.5 - day / 30);
}

/** Rounds up to a quarter of an hour. This is exact because Berlin's offset from UTC is always in whole hours. */
function onGrid(at: number): number {
  return Math.ceil(at / STEP) * STEP;
}

/** Draws the client of each appointment, in the order of starts. Two appointments of a client are at least three days apart. */
function withClients(planned: readonly Omit<PlannedVisit, "client">[], clients: readonly DemoClient[]) {
  const random = seededRandom("clients of appointments");
  const lastDays = new Map<DemoClient, number>();
  return planned
    .toSorted((one, other) => one.startsAt - other.startsAt)
    .map((visit): PlannedVisit => {
      const only = visit.items.map(({ service }) => service.only).find((group) => group !== undefined);
      const isFree = (client: DemoClient) => visit.day - (lastDays.get(client) ?? -Infinity) >= 3;
      const free = clients.filter((one) => (only === undefined || one.group === only) && isFree(one));
      // The first clients of the list come more often.
      const client = random.weighted(free, (one) => 1 / (20 + clients.indexOf(one)));
      lastDays.set(client, visit.day);
      return { ...visit, client };
    });
}
