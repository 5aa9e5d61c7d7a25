import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFullRun } from "../fullRun.ts";
import { workThrough } from "./crowd.ts";
import { type House, houses } from "./fixture.ts";
import { fullBook } from "./fullBook.ts";
import { overlapsOf } from "./overlaps.ts";
import { seeded, shuffled } from "./wantedVisits.ts";

const BOOKINGS = isFullRun ? 10_000 : 500;

describe.each(houses)("$name", ({ open }) => {
  let house: House;

  beforeAll(async () => {
    house = await open({ roomCapacity: 3 });
  }, 60_000);

  afterAll(async () => {
    expect(await house.close()).toBe(0);
  }, 60_000);

  test("visits that leave each other alone are all booked, on ten members and a room for three", async () => {
    const random = seeded(3);
    const book = shuffled(fullBook(house.salon, BOOKINGS), random.below);
    const statuses = await workThrough(house.crowd.clients, book, async (client, { body }) => {
      const { status } = await client("POST", "/appointments", body);
      return status;
    });
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
    expect(statuses).toHaveLength(book.length);
    expect(await overlapsOf(house.connectionString)).toEqual([]);
  }, 240_000);
});
