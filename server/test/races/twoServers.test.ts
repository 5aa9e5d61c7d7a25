import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { testEventOrder } from "./eventOrder.ts";
import { inNewSalon, type RaceFixture, twoServers } from "./fixture.ts";
import { testOneSlot } from "./oneSlot.ts";
import { testPolling } from "./polling.ts";

// The races that always run with two servers on one database. They share the servers, because starting two takes three seconds of CPU
// time; each test has its own salon.
let servers: RaceFixture;
let fixture: RaceFixture;
beforeAll(async () => {
  servers = await twoServers({ roomCapacity: 1 });
}, 240_000);
beforeEach(async () => {
  fixture = await inNewSalon(servers, 1);
});
afterEach(() => fixture.batch.close());
afterAll(async () => {
  expect(await servers.close()).toBe(0);
}, 240_000);

testOneSlot(() => fixture);
testEventOrder(() => fixture);
testPolling(() => fixture);
