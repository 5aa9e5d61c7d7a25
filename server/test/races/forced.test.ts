import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type House, oneServer } from "./fixture.ts";
import type { WantedItem } from "./visitTimes.ts";
import { wantedVisit } from "./wantedVisits.ts";

/** Only what stands on something is written as overbooked: all else stays under the database's guard. */
let house: House;

beforeEach(async () => {
  house = await oneServer({ roomCapacity: 2 });
}, 60_000);

afterEach(() => house.close(), 60_000);

const AT = Date.UTC(2027, 2, 1, 9);
const MINUTE = 60_000;

test("a visit that needs two units and then one is guarded where just those are free", async () => {
  const [anna = "", ben = "", carla = ""] = house.salon.team;
  await book([{ service: "massage", staffId: carla }], AT + 60 * MINUTE);
  const visit = await book(
    [
      { service: "duo", staffId: anna },
      { service: "massage", staffId: ben },
    ],
    AT,
  );
  expect(await roomClaimsOf(visit)).toEqual([{ overbooked: false }, { overbooked: false }]);
});

test("of two units that are overbooked where one is free, one is overbooked", async () => {
  const [anna = "", ben = ""] = house.salon.team;
  await book([{ service: "massage", staffId: anna }], AT);
  const visit = await book([{ service: "duo", staffId: ben }], AT + 600 * MINUTE);
  const [client] = house.crowd.clients;
  const moved = { starts_at: new Date(AT).toISOString(), force: true };
  expect((await client?.("PATCH", `/appointments/${visit}/schedule`, moved))?.status).toBe(200);
  expect(await roomClaimsOf(visit)).toEqual([{ overbooked: false }, { overbooked: true }]);
});

async function book(items: readonly WantedItem[], startsAt: number): Promise<string> {
  const [client] = house.crowd.clients;
  const reply = await client?.("POST", "/appointments", wantedVisit(house.salon, items, startsAt).body);
  expect(reply?.status).toBe(201);
  return reply?.body.data?.id ?? "";
}

async function roomClaimsOf(visit: string): Promise<{ overbooked: boolean }[]> {
  const client = new pg.Client({ connectionString: house.connectionString });
  await client.connect();
  const { rows } = await client.query<{ overbooked: boolean }>(
    `select overbooked
     from claims
     where appointment_id = $1 and subject_id = $2
     order by overbooked`,
    [visit, house.salon.roomId],
  );
  await client.end();
  return rows;
}
