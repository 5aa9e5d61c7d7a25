import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFullRun } from "../fullRun.ts";
import { workThrough } from "./clients.ts";
import { fixturesOfRun, type RaceFixture } from "./fixture.ts";
import { fullBook } from "./fullBook.ts";
import { overlapsOf } from "./overlaps.ts";
import { seeded, shuffled } from "./wantedAppointments.ts";

const BOOKINGS = isFullRun ? 10_000 : 200;

describe.each(fixturesOfRun)("$name", ({ open }) => {
  let fixture: RaceFixture;

  beforeAll(async () => {
    fixture = await open({ roomCapacity: 3 });
  }, 240_000);

  afterAll(async () => {
    expect(await fixture.close()).toBe(0);
  }, 240_000);

  test("appointments that do not overlap are all booked, with ten staff members and a room with three units", async () => {
    const random = seeded(3);
    const book = shuffled(fullBook(fixture.salon, BOOKINGS), random.below);
    const statuses = await workThrough(fixture.batch.clients, book, async (client, { body }) => {
      const { status } = await client("POST", "/appointments", body);
      return status;
    });
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
    expect(statuses).toHaveLength(book.length);
    expect(await overlapsOf(fixture.connectionString)).toEqual([]);
  }, 240_000);
});
