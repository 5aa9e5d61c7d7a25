import { afterEach, expect, test, vi } from "vitest";
import { type NotifyingApp, notifyingApp } from "../../../../test/fixtures/notifyingApp.ts";
import { settle } from "../../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, MONDAY_AT } from "../../../../test/fixtures/testApp.ts";

// The timeouts are long, because a long transaction of another test file can delay the relay (settle.ts).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const open = await notifyingApp();
const owner = await signedInMember(open, "owner");
afterEach(async () => {
  expect(open.logged).toEqual([]);
  open.clock.set(MONDAY_AT);
  await open.newEmails();
});

async function ok(...args: Parameters<NotifyingApp["call"]>) {
  const { status, body } = await open.call(...args);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body.data;
}

/** Each appointment is on a different Wednesday, at 10:00 UTC. */
let week = 1;
async function booked(more: object = {}): Promise<{ id: string; startsAt: number }> {
  week += 1;
  const startsAt = MONDAY_AT + (week * 7 + 2) * DAY + 4 * HOUR;
  const { salon, zoe } = open;
  const input = bookingOf(salon, textOf(startsAt), [[salon.cut, salon.anna]], { client_id: zoe, ...more });
  return { id: (await ok("POST", "/appointments", input)).id, startsAt };
}
const textOf = (at: number) => new Date(at).toISOString();
const move = (id: string, at: number) =>
  ok("PATCH", `/appointments/${id}/schedule`, { starts_at: textOf(at) });
const cancel = (id: string, more: object = {}) =>
  ok("POST", `/appointments/${id}/transitions`, { to: "cancelled", ...more });
const transition = (id: string, to: string) => ok("POST", `/appointments/${id}/transitions`, { to });
/** Formats the date of a start in the format of the e-mails. */
const dateText = (at: number) =>
  new Intl.DateTimeFormat("de-DE", { dateStyle: "full", timeZone: "Europe/Berlin" }).format(at);
/** Queues the e-mails of all events without sending them. */
const written = () => settle(open.database, [open.consumer]);
/** Sends the earlier e-mails and then queues the reminder of an appointment, one day before its start, without sending it. */
async function remindedOf(startsAt: number) {
  open.clock.set(startsAt - DAY - 1);
  await open.remind();
  await open.sendQueued();
  open.clock.set(startsAt - DAY);
  expect(await open.remind()).toBe(1);
}
const subjects = async () => (await open.newEmails()).map(({ subject }) => subject.split(/: |, /)[1]);

const [CONFIRMED, MOVED, CANCELLED] = [
  "Ihr Termin ist bestätigt",
  "Ihr Termin wurde verschoben",
  "Ihr Termin wurde abgesagt",
];

test("a queued e-mail is withdrawn when a newer change is committed", async () => {
  const [moved, cancelled, stays] = [await booked(), await booked(), await booked()];
  await written();
  await move(moved.id, moved.startsAt + HOUR);
  await cancel(cancelled.id);
  // A client who was not notified of the first start gets a booking confirmation for the second start. A client may have booked through an
  // integrator's page with an API key, so the cancellation of such a booking is always sent.
  expect((await subjects()).sort()).toEqual([CONFIRMED, CONFIRMED, CANCELLED]);
  await move(stays.id, stays.startsAt + HOUR);
  await written();
  await move(stays.id, stays.startsAt + 2 * HOUR);
  const [email, ...others] = await open.newEmails();
  expect(others).toEqual([]);
  expect(email?.subject).toContain(MOVED);
  // The e-mail names the start of which the client was notified, not the start in the withdrawn e-mail.
  expect(email?.text).toContain(`Bisher: ${dateText(stays.startsAt)}`);
});

test("a change that is undone before its e-mail is sent sends none", async () => {
  const { id, startsAt } = await booked();
  expect(await subjects()).toEqual([CONFIRMED]);
  await move(id, startsAt + HOUR);
  await written();
  await move(id, startsAt);
  expect(await subjects()).toEqual([]);
  await cancel(id);
  await written();
  await transition(id, "booked");
  expect(await subjects()).toEqual([]);
  // The client was last notified of the original booking, so a new start sends an e-mail about the change.
  await move(id, startsAt + HOUR);
  expect(await subjects()).toEqual([MOVED]);
});

test("an undo after the e-mail was sent confirms the appointment again", async () => {
  const { id } = await booked();
  expect(await subjects()).toEqual([CONFIRMED]);
  await cancel(id);
  expect(await subjects()).toEqual([CANCELLED]);
  await transition(id, "booked");
  expect(await subjects()).toEqual([CONFIRMED]);
});

test("a booking of the app that is cancelled before its e-mail is sent sends none", async () => {
  const { salon, zoe } = open;
  const body = bookingOf(salon, textOf(MONDAY_AT + 400 * DAY), [[salon.cut, salon.anna]], { client_id: zoe });
  const made = await owner("POST", "/appointments", body);
  expect(made.status, made.text).toBe(201);
  await written();
  await cancel(made.body.data.id);
  expect(await subjects()).toEqual([]);
});

test("an e-mail about a change waits ten seconds", async () => {
  await booked();
  await written();
  const [row] = await sql(open.database)<{ seconds: number }>`
    select extract(epoch from due_at - created_at)::integer as seconds from emails
    where status = 'pending'`;
  expect(row?.seconds).toBe(10);
});

test("notify_client false on a booking, a move and a new duration sends nothing; the next change is sent", async () => {
  const { id, startsAt } = await booked({ notify_client: false });
  await ok("PATCH", `/appointments/${id}/schedule`, {
    starts_at: textOf(startsAt + HOUR),
    notify_client: false,
  });
  const { items } = await ok("GET", `/appointments/${id}`);
  await ok("PATCH", `/appointments/${id}/duration`, {
    item_id: items[0].id,
    minutes: 60,
    notify_client: false,
  });
  expect(await subjects()).toEqual([]);
  await remindedOf(startsAt + HOUR);
  expect((await subjects()).length).toBe(1);
  open.clock.set(MONDAY_AT);
  await move(id, startsAt + 2 * HOUR);
  expect(await subjects()).toEqual([MOVED]);
});

test("a queued reminder is withdrawn when the appointment is moved", async () => {
  const { id, startsAt } = await booked();
  expect(await subjects()).toEqual([CONFIRMED]);
  await remindedOf(startsAt);
  await move(id, startsAt + 3 * DAY);
  expect(await subjects()).toEqual([MOVED]);
});

test("queued e-mails are withdrawn after a cancellation without notification and after the client is deleted", async () => {
  const { id } = await booked();
  const gone = await open.addClient({ email: "gone@example.com" });
  await booked({ client_id: gone });
  await written();
  await cancel(id, { notify_client: false });
  expect((await open.sendQueued()).map(({ to }) => to)).toEqual([["gone@example.com"]]);
  await booked({ client_id: gone });
  await written();
  await ok("DELETE", `/clients/${gone}`);
  expect(await subjects()).toEqual([]);
});

test("queued e-mails of a client that is merged into another are withdrawn too", async () => {
  const from = await open.addClient({ first_name: "Zoe", email: "zoe.too@example.com" });
  const { id, startsAt } = await booked({ client_id: from });
  await written();
  const merged = await owner("POST", `/clients/${open.zoe}/merge`, { from_client_id: from });
  expect(merged.status, merged.text).toBe(200);
  await move(id, startsAt + HOUR);
  const emails = await open.newEmails();
  expect(emails.map(({ to, subject }) => [to[0], subject.includes(CONFIRMED)])).toEqual([
    ["zoe@example.com", true],
  ]);
});

test("an imported appointment sends e-mails only about changes after the import", async () => {
  const { id, startsAt } = await booked({ status: "requested" });
  await sql(open.database)`
    update appointments set source = 'import' where id = ${id} returning id`;
  expect(await subjects()).toEqual([]);
  await ok("POST", `/appointments/${id}/transitions`, { to: "booked" });
  await written();
  await move(id, startsAt + HOUR);
  expect(await subjects()).toEqual([CONFIRMED]);
});

test("appointments of a series that are announced later have an e-mail of their own", async () => {
  const { salon, zoe } = open;
  open.clock.set(MONDAY_AT + 8 * DAY);
  const input = bookingOf(salon, textOf(MONDAY_AT - 6 * DAY + 8 * HOUR), [[salon.cut, salon.ben]], {
    client_id: zoe,
  });
  const repeat = await ok("POST", "/appointments/recurring", { ...input, every_weeks: 1, occurrences: 6 });
  const [one, other] = repeat.created;
  const counts = async () => (await open.newEmails()).map(({ calendar }) => calendar.entries.length);
  expect(await counts()).toEqual([4]);
  await move(one.id, MONDAY_AT + 40 * DAY);
  await move(other.id, MONDAY_AT + 41 * DAY);
  expect(await counts()).toEqual([2]);
});
