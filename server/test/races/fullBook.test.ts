import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workThrough } from "./crowd.ts";
import { type House, houses } from "./house.ts";
import { overlapsOf } from "./overlaps.ts";
import { rounds } from "./rounds.ts";
import type { ServiceName } from "./visitTimes.ts";
import { seeded, shuffled, type WantedVisit, wantedVisit } from "./wantedVisits.ts";

const FROM = Date.UTC(2027, 2, 1);
const MINUTE = 60_000;
const VISITS = 10_000;

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

describe.each(houses)("$name", ({ open }) => {
  let house: House;

  beforeAll(async () => {
    house = await open({ roomCapacity: 3 });
  }, 60_000);

  afterAll(async () => {
    expect(await house.close()).toBe(0);
  }, 60_000);

  test("ten thousand visits that leave each other alone are all booked, on ten members and a room for three", async () => {
    const random = seeded(3);
    const book = shuffled(everyTurn(house, rounds(VISITS)), random.below);
    const statuses = await workThrough(house.crowd.clients, book, async (client, { body }) => {
      const { status } = await client("POST", "/appointments", body);
      return status;
    });
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
    expect(statuses).toHaveLength(book.length);
    expect(await overlapsOf(house.connectionString)).toEqual([]);
  }, 240_000);
});

/** Five pairs of members side by side, turn after turn, who goes first changing from turn to turn. */
function everyTurn({ salon }: House, count: number): WantedVisit[] {
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
