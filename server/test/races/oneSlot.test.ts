import { afterAll, beforeAll, expect } from "vitest";
import { oneServer, type RaceFixture } from "./fixture.ts";
import { testOneSlot } from "./oneSlot.ts";

// twoServers.test.ts runs the same tests with two servers.
let fixture: RaceFixture;
beforeAll(async () => {
  fixture = await oneServer({ roomCapacity: 1 });
}, 240_000);
afterAll(async () => {
  expect(await fixture.close()).toBe(0);
}, 240_000);

testOneSlot(() => fixture);
