import { beforeAll, beforeEach, expect, test } from "vitest";
import { openPatiently } from "../../../../test/fixtures/database.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { MONDAY_AT, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import type { Database } from "../../../platform/database/index.ts";
import { publishedBodies } from "../../../platform/outbox/table.ts";
import { declineUnanswered } from "./declineUnanswered.ts";

const HOUR = 3_600_000;

let open: TestApp;
/** The database connection of another worker. */
let elsewhere: Database;
beforeAll(async () => {
  open = await testApp();
  elsewhere = openPatiently({ connectionString: open.connectionString });
});
let week = 0;
/** The start of a test's appointments: 10:00 on a Monday that no other test uses. */
let tenAt = 0;
beforeEach(() => {
  week += 1;
  tenAt = MONDAY_AT + (7 * 24 * week + 3) * HOUR;
  open.clock.set(tenAt - 2 * HOUR);
});

const worker = (database = open.database) => declineUnanswered({ database, clock: open.clock });
const read = async (id: string) => (await open.call("GET", `/appointments/${id}`)).body.data;
async function request(startsAt = tenAt, staffId = open.salon.anna): Promise<string> {
  const body = { status: "requested" };
  const answer = await open.book(new Date(startsAt).toISOString(), open.salon.massage, staffId, body);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}
const events = (id: string) => sql(open.database)<{ type: string; body_full: string | null }>`
  select type, body_full
  from events join ${publishedBodies} as bodies using (business_id, id)
  where business_id = ${open.salon.businessId} and body_ids::jsonb -> 'data' ->> 'id' = ${id}
  order by created_at, id`;

test("an unanswered request is declined at its start, and not before", async () => {
  const id = await request();
  open.clock.set(tenAt - 1);
  expect(await worker()).toBe(0);
  expect((await read(id)).status).toBe("requested");
  open.clock.set(tenAt);
  expect(await worker()).toBe(1);
  const after = await read(id);
  expect(after).toMatchObject({
    status: "declined",
    cancelled_by: "system",
    status_reason: null,
    cancelled_at: null,
    version: 2,
  });
  expect(Date.parse(after.declined_at)).toBe(tenAt);
  const published = await events(id);
  expect(published.map(({ type }) => type)).toEqual(["appointment.created", "appointment.canceled"]);
  expect(JSON.parse(published[1]?.body_full ?? "").data).toEqual(after);
});

test("the time of a declined request is free again", async () => {
  await request();
  const again = () => open.book(new Date(tenAt).toISOString(), open.salon.massage);
  expect((await again()).status).toBe(409);
  open.clock.set(tenAt);
  await worker();
  expect((await again()).status).toBe(201);
});

test("requests that are answered, moved to later or not due are not declined", async () => {
  const confirmed = await request(tenAt);
  await open.call("POST", `/appointments/${confirmed}/transitions`, { to: "booked" });
  const moved = await request(tenAt + 2 * HOUR);
  await open.call("PATCH", `/appointments/${moved}/schedule`, {
    starts_at: new Date(tenAt + 5 * HOUR).toISOString(),
  });
  const later = await request(tenAt + 3 * HOUR);
  open.clock.set(tenAt + 2 * HOUR);
  expect(await worker()).toBe(0);
  expect(await Promise.all([confirmed, moved, later].map(async (id) => (await read(id)).status))).toEqual([
    "booked",
    "requested",
    "requested",
  ]);
  open.clock.set(tenAt + 5 * HOUR);
  expect(await worker()).toBe(2);
});

test("two workers at once decline each request once", async () => {
  const ids = [];
  for (let hour = 0; hour < 6; hour++) ids.push(await request(tenAt + hour * HOUR));
  open.clock.set(tenAt + 6 * HOUR);
  const declined = await Promise.all([worker(), worker(elsewhere), worker(), worker(elsewhere)]);
  expect(declined.reduce((sum, count) => sum + count)).toBe(6);
  for (const id of ids) {
    expect(await read(id)).toMatchObject({ status: "declined", version: 2 });
    expect(await events(id)).toHaveLength(2);
  }
});

test("a request confirmed at the same moment is either booked or declined, with the matching event", async () => {
  for (let round = 0; round < 8; round++) {
    const id = await request(tenAt + round * HOUR);
    open.clock.set(tenAt + round * HOUR);
    const confirm = open.call("POST", `/appointments/${id}/transitions`, { to: "booked" });
    const [declined, answer] = await Promise.all([worker(elsewhere), confirm]);
    const { status } = await read(id);
    if (declined === 1) {
      expect(status).toBe("declined");
      expect(answer).toMatchObject({ status: 409, body: { code: "invalid_transition" } });
    } else {
      expect(status).toBe("booked");
      expect(answer.status).toBe(200);
    }
    expect((await events(id)).map(({ type }) => type)).toEqual([
      "appointment.created",
      declined === 1 ? "appointment.canceled" : "appointment.updated",
    ]);
  }
});

test("more requests than one page, of several businesses, are declined in one run", async () => {
  const other = await testApp({ beside: open });
  for (let nth = 0; nth < 60; nth++) {
    const startsAt = new Date(tenAt + nth * HOUR).toISOString();
    for (const { book, salon } of [open, other]) {
      const answer = await book(startsAt, salon.massage, salon.anna, { status: "requested" });
      expect(answer.status).toBe(201);
    }
  }
  open.clock.set(tenAt + 60 * HOUR);
  expect(await worker()).toBe(120);
});
