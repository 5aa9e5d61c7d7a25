import type { BusySalon } from "./busySalon.ts";
import type { ServiceName } from "./visitTimes.ts";
import { type WantedVisit, wantedVisit } from "./wantedVisits.ts";

const FROM = Date.UTC(2027, 2, 1);
const MINUTE = 60_000;

/**
 * So many visits that leave each other alone without a minute between them: five pairs of members side by side, turn
 * after turn, who goes first changing from turn to turn. Needs a room for three.
 */
export function fullBook(salon: BusySalon, count: number): WantedVisit[] {
  return Array.from({ length: count }, (_, index) => {
    const turn = Math.floor(index / turns.length);
    const pair = index % turns.length;
    const [first, second] = turns[(turn + pair) % turns.length] as (typeof turns)[number];
    const members = [salon.team[2 * pair] as string, salon.team[2 * pair + 1] as string];
    if (turn % 2 === 1) members.reverse();
    const [one = "", other = ""] = members;
    const items = [
      { service: first, staffId: one },
      { service: second, staffId: other },
    ];
    return wantedVisit(salon, items, FROM + turn * TURN);
  });
}

/** What the five pairs of members do in one turn; three of them need the room. */
const turns: readonly (readonly [ServiceName, ServiceName])[] = [
  ["massage", "cut"],
  ["cut", "massage"],
  ["massage", "wash"],
  ["colour", "wash"],
  ["wash", "cut"],
];
/** The longest of them, colour and wash, with the last buffer: the next turn begins the moment it ends. */
const TURN = 135 * MINUTE;
