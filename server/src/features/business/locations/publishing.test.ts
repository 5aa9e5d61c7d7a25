import { expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { ask, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp();
const owner = await signedInMember(open, "owner");

const path = (id = open.salon.locationId) => `/locations/${id}/publishing`;

test("an owner publishes a location, and repeating it keeps published_at", async () => {
  const location_id = open.salon.locationId;
  const off = { location_id, published: false, published_at: null };
  expect((await open.call("GET", path())).body.data).toEqual(off);
  const since = { location_id, published: true, published_at: "2027-03-01T06:00:00Z" };
  expect((await owner("PUT", path(), { published: true })).body.data).toEqual(since);
  open.clock.set(open.clock.now() + 60_000);
  expect((await owner("PUT", path(), { published: true })).body.data).toEqual(since);
  expect((await open.call("GET", path())).body.data).toEqual(since);
  expect((await owner("PUT", path(), { published: false })).body.data).toEqual(off);
  expect((await owner("PUT", path(), { published: false })).body.data).toEqual(off);
});

test("only owners publish, every role reads", async () => {
  for (const role of ["manager", "reception", "staff"] as const) {
    const call = await signedInMember(open, role);
    expect([role, (await call("PUT", path(), { published: true })).status]).toEqual([role, 403]);
    expect([role, (await call("GET", path())).status]).toEqual([role, 200]);
  }
  expect((await open.call("PUT", path(), { published: true })).status).toBe(403);
  expect((await owner("PUT", path(newId()), { published: true })).status).toBe(404);
  expect((await owner("GET", path("x"))).status).toBe(404);
  expect(fieldsIn(await owner("PUT", path(), { published: "true" }))).toEqual([422, "/published"]);
});

test("availability for online bookings does not depend on it", async () => {
  const day = { from: "2027-03-08", audience: "online" };
  const offered = (await ask(open, open.salon.cut, day)).body.data.slots.length;
  expect(offered).toBeGreaterThan(0);
  await owner("PUT", path(), { published: true });
  expect((await ask(open, open.salon.cut, day)).body.data.slots.length).toBe(offered);
});
