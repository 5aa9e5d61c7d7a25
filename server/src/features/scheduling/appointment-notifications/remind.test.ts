import { beforeEach, expect, test, vi } from "vitest";
import { type NotifyingApp, notifyingApp } from "../../../../test/fixtures/notifyingApp.ts";
import { bookingOf, MONDAY_AT } from "../../../../test/fixtures/testApp.ts";
import { openDatabase } from "../../../platform/database/index.ts";

// The timeouts are long, because a long transaction of another test file can delay the relay (settle.ts).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const open = await notifyingApp();

/** The start of a test's appointments. Each test uses two weeks that no other test uses. */
let startsAt = MONDAY_AT;
beforeEach(() => {
  startsAt += 14 * DAY;
});

async function ok(...args: Parameters<NotifyingApp["call"]>) {
  const { status, body } = await open.call(...args);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body.data;
}

async function booked(aheadMs: number, more: object = {}) {
  const { salon, zoe } = open;
  open.clock.set(startsAt - aheadMs);
  const times = new Date(startsAt).toISOString();
  const body = bookingOf(salon, times, [[salon.cut, salon.anna]], { client_id: zoe, ...more });
  const { id } = await ok("POST", "/appointments", body);
  expect(await open.newEmails()).toHaveLength(1);
  return id as string;
}

async function remindedAt(at: number) {
  open.clock.set(at);
  await open.remind();
  return (await open.sendQueued()).map(({ subject }) => subject);
}
const reminder = expect.stringContaining("Erinnerung an Ihren Termin");

test("a client gets one reminder 24 hours before the appointment", async () => {
  const id = await booked(3 * DAY);
  expect(await remindedAt(startsAt - DAY - 1)).toEqual([]);
  open.clock.set(startsAt - DAY);
  expect(await open.remind()).toBe(1);
  const [email] = await open.sendQueued();
  expect(email?.subject).toEqual(reminder);
  expect(email?.calendar).toMatchObject({
    method: "REQUEST",
    entries: [{ UID: { value: `${id}@daybook` }, SEQUENCE: { value: "1" }, STATUS: { value: "CONFIRMED" } }],
  });
  expect(await remindedAt(startsAt - DAY + MINUTE)).toEqual([]);
});

test("a booking within the last 24 hours sends no reminder", async () => {
  await booked(DAY);
  expect(await remindedAt(startsAt - HOUR)).toEqual([]);
});

test("a late reminder is sent until the start of the appointment, and not afterwards", async () => {
  await booked(3 * DAY);
  expect(await remindedAt(startsAt - MINUTE)).toEqual([reminder]);
  startsAt += 7 * DAY;
  await booked(3 * DAY);
  expect(await remindedAt(startsAt)).toEqual([]);
  expect(await remindedAt(startsAt - MINUTE)).toEqual([]);
});

test("a moved appointment has a reminder of its new time only", async () => {
  const id = await booked(3 * DAY);
  const movedTo = startsAt + 2 * DAY;
  await ok("PATCH", `/appointments/${id}/schedule`, { starts_at: new Date(movedTo).toISOString() });
  // The old reminder becomes due before the client has been notified of the new start.
  expect(await remindedAt(startsAt - DAY)).toEqual([]);
  expect(await open.newEmails()).toHaveLength(1);
  expect(await remindedAt(startsAt - HOUR)).toEqual([]);
  expect(await remindedAt(movedTo - DAY)).toEqual([reminder]);
  expect(await remindedAt(movedTo - HOUR)).toEqual([]);
});

test("a change that keeps the time keeps the reminder, whether it was sent or not", async () => {
  const id = await booked(3 * DAY, { status: "requested" });
  await ok("POST", `/appointments/${id}/transitions`, { to: "booked" });
  expect(await open.newEmails()).toHaveLength(1);
  expect(await remindedAt(startsAt - DAY)).toEqual([reminder]);
  await ok("PATCH", `/appointments/${id}/note`, { internal_note: "x" });
  expect(await open.newEmails()).toEqual([]);
  expect(await remindedAt(startsAt - HOUR)).toEqual([]);
});

test("requests, cancelled appointments and arrived clients get no reminder", async () => {
  const ids = [];
  for (const status of ["requested", "booked", "booked", "booked"]) {
    ids.push(await booked(3 * DAY, { status }));
    startsAt += HOUR;
  }
  const [, cancelled, quiet, arrived] = ids;
  await ok("POST", `/appointments/${cancelled}/transitions`, { to: "cancelled" });
  await ok("POST", `/appointments/${quiet}/transitions`, { to: "cancelled", notify_client: false });
  await ok("POST", `/appointments/${arrived}/transitions`, { to: "arrived" });
  expect(await open.newEmails()).toHaveLength(1);
  expect(await remindedAt(startsAt - 5 * HOUR)).toEqual([]);
});

test("several processes send one reminder for each appointment", async () => {
  for (let i = 0; i < 5; i++) {
    await booked(3 * DAY);
    startsAt += HOUR;
  }
  open.clock.set(startsAt - 10 * HOUR);
  const others = [1, 2, 3].map(() => openDatabase({ connectionString: open.connectionString }));
  const found = await Promise.all([...others, ...others].map((database) => open.remind(database)));
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(5);
  const emails = await open.sendQueued();
  expect(new Set(emails.map(({ calendar }) => calendar.entries[0]?.UID?.value)).size).toBe(5);
  expect(emails).toHaveLength(5);
  for (const database of others) await database.close();
});
