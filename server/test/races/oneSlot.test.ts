import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rounds } from "../fullRun.ts";
import type { Reply } from "./crowd.ts";
import { type House, houses } from "./fixture.ts";
import { collide } from "./visitTimes.ts";
import { pairsInBothOrders, seeded, shuffled, type WantedVisit, wantedVisit } from "./wantedVisits.ts";

const SLOTS_FROM = Date.UTC(2027, 2, 1);
const CHAINS_FROM = Date.UTC(2028, 2, 1);
const HOUR = 3_600_000;
const MINUTE = 60_000;

describe.each(houses)("$name", ({ open }) => {
  let house: House;

  // One room for one visit at a time, so that two visits with a massage collide as two of one member do.
  beforeAll(async () => {
    house = await open({ roomCapacity: 1 });
  }, 60_000);

  afterAll(async () => {
    expect(await house.close()).toBe(0);
  }, 60_000);

  /** Every client sends one booking at the same moment. */
  function allAtOnce(wanted: readonly WantedVisit[]): Promise<Reply[]> {
    return Promise.all(
      house.crowd.clients.map((book, index) =>
        book("POST", "/appointments", wanted[index % wanted.length]?.body),
      ),
    );
  }

  test("of fifty who want one slot exactly one gets it, the others hear time_conflict", async () => {
    const { salon } = house;
    const [anna = "", ben = ""] = salon.team;
    const visits = pairsInBothOrders(["wash", "cut", "colour", "massage"], anna, ben);
    const random = seeded(1);
    for (let round = 0; round < rounds(200); round++) {
      const startsAt = SLOTS_FROM + round * 6 * HOUR;
      const wanted = shuffled(visits, random.below).map((items) => wantedVisit(salon, items, startsAt));
      if (round === 0)
        expect(wanted.every((one) => wanted.every((other) => collide(one.times, other.times)))).toBe(true);
      const replies = await allAtOnce(wanted);
      expect(outcomes(replies)).toEqual({ "201": 1, "409 time_conflict": 49 });
    }
  }, 240_000);

  test("on a chain of slots that overlap by a quarter of an hour, who is booked is disjoint and who is refused collides", async () => {
    const { salon } = house;
    const [, , carla = "", dario = ""] = salon.team;
    const visits = pairsInBothOrders(["cut", "massage", "wash"], carla, dario);
    const random = seeded(2);
    for (let round = 0; round < rounds(200); round++) {
      // A member's part of a visit is an hour, buffer included, and the next slot begins a quarter of an hour before.
      const wanted = shuffled(
        house.crowd.clients.map((_, slot) => {
          const startsAt = CHAINS_FROM + round * 40 * HOUR + slot * 45 * MINUTE;
          return wantedVisit(salon, random.one(visits), startsAt);
        }),
        random.below,
      );
      const replies = await allAtOnce(wanted);
      expect(Object.keys(outcomes(replies)).sort()).toEqual(["201", "409 time_conflict"]);
      const booked = wanted.filter((_, index) => replies[index]?.status === 201);
      const refused = wanted.filter((_, index) => replies[index]?.status === 409);
      const collisions = booked.flatMap((one, index) =>
        booked.slice(index + 1).filter((other) => collide(one.times, other.times)),
      );
      expect(collisions).toEqual([]);
      expect(refused.filter((one) => !booked.some((other) => collide(one.times, other.times)))).toEqual([]);
    }
  }, 240_000);
});

function outcomes(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const outcome = body.code === undefined ? `${status}` : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
