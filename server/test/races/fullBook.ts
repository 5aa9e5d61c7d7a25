import type { ServiceName } from "./appointmentTimes.ts";
import type { BusySalon } from "./busySalon.ts";
import { type WantedAppointment, wantedAppointment } from "./wantedAppointments.ts";

const FROM = Date.UTC(2027, 2, 1);
const MINUTE = 60_000;

/**
 * Returns `count` appointments that do not overlap. Five pairs of staff members work in parallel without gaps. The members of
 * a pair swap their order after every turn. Needs a room with three units.
 */
export function fullBook(salon: BusySalon, count: number): WantedAppointment[] {
  return Array.from({ length: count }, (_, index) => {
    const turn = Math.floor(index / turns.length);
    const pair = index % turns.length;
    const [first, second] = turns[(turn + pair) % turns.length] as (typeof turns)[number];
    const pairIds = [salon.staffIds[2 * pair] as string, salon.staffIds[2 * pair + 1] as string];
    if (turn % 2 === 1) pairIds.reverse();
    const [one = "", other = ""] = pairIds;
    const items = [
      { service: first, staffId: one },
      { service: second, staffId: other },
    ];
    return wantedAppointment(salon, items, FROM + turn * TURN);
  });
}

/** The services of the five pairs in a turn. Three of the pairs need the room. */
const turns: readonly (readonly [ServiceName, ServiceName])[] = [
  ["massage", "cut"],
  ["cut", "massage"],
  ["massage", "wash"],
  ["colour", "wash"],
  ["wash", "cut"],
];
/** The duration of a turn: its longest appointment (colour and wash) with the final buffer. */
const TURN = 135 * MINUTE;
