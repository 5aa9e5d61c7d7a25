import { afterEach, beforeEach, expect, test } from "vitest";
import { connectedClient } from "../fixtures/connectedClient.ts";
import type { WantedItem } from "./appointmentTimes.ts";
import { oneServer, type RaceFixture } from "./fixture.ts";
import { wantedAppointment } from "./wantedAppointments.ts";

/** Tests that only claims on taken time are stored as overbooked. The exclusion constraint checks all other claims. */
let fixture: RaceFixture;

beforeEach(async () => {
  fixture = await oneServer({ roomCapacity: 2 });
}, 240_000);

afterEach(() => fixture.close(), 60_000);

const AT = Date.UTC(2027, 2, 1, 9);
const MINUTE = 60_000;

test("an appointment that needs two units and then one has no overbooked claims if exactly those units are free", async () => {
  const [anna = "", ben = "", carla = ""] = fixture.salon.staffIds;
  await book([{ service: "massage", staffId: carla }], AT + 60 * MINUTE);
  const appointment = await book(
    [
      { service: "duo", staffId: anna },
      { service: "massage", staffId: ben },
    ],
    AT,
  );
  expect(await roomClaimsOf(appointment)).toEqual([{ overbooked: false }, { overbooked: false }]);
});

test("of two units requested with force while one is free, one claim is overbooked", async () => {
  const [anna = "", ben = ""] = fixture.salon.staffIds;
  await book([{ service: "massage", staffId: anna }], AT);
  const appointment = await book([{ service: "duo", staffId: ben }], AT + 600 * MINUTE);
  const [client] = fixture.batch.clients;
  const moved = { starts_at: new Date(AT).toISOString(), force: true };
  expect((await client?.("PATCH", `/appointments/${appointment}/schedule`, moved))?.status).toBe(200);
  expect(await roomClaimsOf(appointment)).toEqual([{ overbooked: false }, { overbooked: true }]);
});

async function book(items: readonly WantedItem[], startsAt: number): Promise<string> {
  const [client] = fixture.batch.clients;
  const reply = await client?.(
    "POST",
    "/appointments",
    wantedAppointment(fixture.salon, items, startsAt).body,
  );
  expect(reply?.status).toBe(201);
  return reply?.body.data?.id ?? "";
}

async function roomClaimsOf(appointment: string): Promise<{ overbooked: boolean }[]> {
  const client = await connectedClient(fixture.connectionString);
  const { rows } = await client.query<{ overbooked: boolean }>(
    `select overbooked
     from claims
     where appointment_id = $1 and subject_id = $2
     order by overbooked`,
    [appointment, fixture.salon.roomId],
  );
  await client.end();
  return rows;
}
