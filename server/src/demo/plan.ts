import { MINUTE, weekdayOf } from "@daybook/engine";
import type { book } from "../features/scheduling/appointments/index.ts";
import type { DemoClient } from "./clients.ts";
import type { Demo } from "./demo.ts";
import { type DemoService, SERVICES } from "./menu.ts";
import { type Random, seededRandom } from "./random.ts";
import { SHIFTS } from "./salon.ts";

export type Booked = Extract<Awaited<ReturnType<typeof book>>, { outcome: "booked" }>["record"];

/** A planned appointment before its client is drawn. */
interface Slot {
  readonly location: string;
  /** The local day, relative to today. */
  readonly day: number;
  readonly startsAt: number;
  /** The services, performed one after another. Staff members are identified by first name. */
  readonly items: readonly { readonly service: DemoService; readonly staff: string }[];
  /** Whether the client is certain to miss the appointment. */
  readonly isMissed?: boolean;
}

/** A planned appointment with its client. */
export interface PlannedAppointment extends Slot {
  readonly client: DemoClient;
  readonly random: Random;
  readonly endsAt: number;
  /** The price of the services on the menu, in cents. */
  readonly price: number;
  /** The appointment as it was booked; undefined before the booking and if the booking is rejected. */
  booked?: Booked;
  /** The discount or the deposit of the appointment, in cents. */
  credit: number;
}

const STEP = 15 * MINUTE;
/** The missed appointment whose deposit is not settled: service, staff member, location, weekday (1 = Monday) and start. */
const MISSED = ["Balayage", "Zoë", "Lindenhof", 2, "09:00"] as const;

/** Plans the appointments before and after today and draws their clients. The plan depends only on the local date. */
export function planAppointments(demo: Demo, clients: readonly DemoClient[]): PlannedAppointment[] {
  const lastDays = new Map<DemoClient, number>();
  return [missedSlot(demo), ...planSlots(demo)].map((slot, index) => {
    const random = seededRandom(`visit ${index}`);
    const only = slot.items.map(({ service }) => service.only).find((group) => group !== null);
    // Two appointments of a client are at least three days apart.
    const isFree = (client: DemoClient) => slot.day - (lastDays.get(client) ?? -Infinity) >= 3;
    const free = clients.filter((one) => (only === undefined || one.group === only) && isFree(one));
    // The first clients of the list get more appointments.
    const client = random.weighted(free, (one) => 1 / (20 + one.index));
    lastDays.set(client, slot.day);
    const sum = (of: "minutes" | "price") =>
      slot.items.reduce((total, { service }) => total + service[of], 0);
    const endsAt = slot.startsAt + sum("minutes") * MINUTE;
    return { ...slot, client, random, endsAt, price: sum("price"), credit: 0 };
  });
}

function missedSlot({ today, at }: Demo): Slot {
  const [name, staff, location, weekday, starts] = MISSED;
  const day = -1 - ((weekdayOf(today - 1) - weekday + 7) % 7);
  const items = SERVICES.filter((service) => service.name === name).map((service) => ({ service, staff }));
  return { location, day, startsAt: at(day, starts), items, isMissed: true };
}

/**
 * Plans appointments during the shifts. Ignores blocks, time off, the appointments of other staff members, and resources: `book`
 * rejects the appointments that do not fit.
 */
function* planSlots({ days, today, at }: Demo): Generator<Slot> {
  for (let day = -days.past; day <= days.coming; day++) {
    const weekday = String(weekdayOf(today + day));
    const shifts = SHIFTS.filter(([, , weekdays]) => weekdays.includes(weekday));
    for (const [staff, location, , starts, ends] of shifts) {
      const colleagues = shifts.filter(([, place]) => place === location).map(([name]) => name);
      const shift = {
        location,
        day,
        staffNames: [staff, ...colleagues],
        random: seededRandom(`${staff} on day ${day}`),
      };
      yield* fill(shift, at(day, starts), at(day, ends));
    }
  }
}

/** A working day of a staff member, who is the first in `staffNames`. */
type Shift = Pick<PlannedAppointment, "location" | "day" | "random"> & {
  readonly staffNames: readonly string[];
};

/** Plans appointments between two instants, and short ones within the processing time of others. */
function* fill(shift: Shift, from: number, until: number): Generator<Slot> {
  const { location, day, staffNames, random } = shift;
  const [staff = ""] = staffNames;
  for (let at = Math.ceil(from / STEP) * STEP; at < until; at += STEP) {
    const fitting = SERVICES.filter((one) => one.staff.includes(staff) && at + one.lengthMs <= until);
    if (fitting.length === 0 || !random.happens(demandOn(day))) continue;
    const service = random.weighted(fitting, ({ demand }) => demand);
    const items = [{ service, staff }];
    const addOn = SERVICES.find(({ name }) => name === service.addOn);
    const performer = staffNames.find((name) => addOn?.staff.includes(name));
    const isTime = addOn && at + service.lengthMs + addOn.lengthMs <= until;
    if (isTime && performer && random.happens(0.5)) items.push({ service: addOn, staff: performer });
    yield { location, day, startsAt: at, items };
    const [initial = 0, processing = 0] = service.phases;
    yield* fill(shift, at + initial * MINUTE, at + (initial + processing) * MINUTE);
    const lengthMs = items.reduce((sum, item) => sum + item.service.lengthMs, 0);
    at += Math.ceil(lengthMs / STEP) * STEP - STEP;
  }
}

/**
 * Returns the probability that an appointment starts at a free quarter of an hour. It is low for days before the last week, so
 * that the load takes less time.
 */
function demandOn(day: number): number {
  if (day < -7) return 0.11;
  return day <= 1 ? 0.42 : Math.max(0.03, 0.28 - day / 60);
}
