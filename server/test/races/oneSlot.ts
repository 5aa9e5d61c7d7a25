import { expect, test } from "vitest";
import { isFullRun } from "../fullRun.ts";
import { collide } from "./appointmentTimes.ts";
import type { Reply } from "./clients.ts";
import type { RaceFixture } from "./fixture.ts";
import {
  pairsInBothOrders,
  seeded,
  shuffled,
  type WantedAppointment,
  wantedAppointment,
} from "./wantedAppointments.ts";

const SLOTS_FROM = Date.UTC(2027, 2, 1);
const CHAINS_FROM = Date.UTC(2028, 2, 1);
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The number of rounds. Each round sends fifty concurrent bookings. */
const ROUNDS = isFullRun ? 200 : 3;

/**
 * Tests concurrent bookings of the same times. The room must have one unit: two massages then conflict like two appointments with the
 * same staff member.
 */
export function testOneSlot(fixture: () => RaceFixture): void {
  /** Makes all clients send one booking each, concurrently. */
  function allAtOnce(wanted: readonly WantedAppointment[]): Promise<Reply[]> {
    return Promise.all(
      fixture().batch.clients.map((book, index) =>
        book("POST", "/appointments", wanted[index % wanted.length]?.body),
      ),
    );
  }

  test("of fifty concurrent bookings of one slot exactly one succeeds, the others answer 409 time_conflict", async () => {
    const { salon } = fixture();
    const [anna = "", ben = ""] = salon.staffIds;
    const appointments = pairsInBothOrders(["wash", "cut", "colour", "massage"], anna, ben);
    const random = seeded(1);
    for (let round = 0; round < ROUNDS; round++) {
      const startsAt = SLOTS_FROM + round * 6 * HOUR;
      const wanted = shuffled(appointments, random.below).map((items) =>
        wantedAppointment(salon, items, startsAt),
      );
      if (round === 0)
        expect(wanted.every((one) => wanted.every((other) => collide(one.times, other.times)))).toBe(true);
      const replies = await allAtOnce(wanted);
      expect(outcomes(replies)).toEqual({ "201": 1, "409 time_conflict": 49 });
    }
  }, 240_000);

  test("of concurrent bookings of slots that overlap by 15 minutes, accepted ones are disjoint and refused ones collide with an accepted one", async () => {
    const { salon } = fixture();
    const [, , carla = "", dario = ""] = salon.staffIds;
    const appointments = pairsInBothOrders(["cut", "massage", "wash"], carla, dario);
    const random = seeded(2);
    for (let round = 0; round < ROUNDS; round++) {
      // Slots start 45 minutes apart. A cut with its buffer takes an hour, so it overlaps the next slot by 15 minutes.
      const wanted = shuffled(
        fixture().batch.clients.map((_, slot) => {
          const startsAt = CHAINS_FROM + round * 40 * HOUR + slot * 45 * MINUTE;
          return wantedAppointment(salon, random.one(appointments), startsAt);
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
}

function outcomes(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const outcome = body.code === undefined ? `${status}` : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
