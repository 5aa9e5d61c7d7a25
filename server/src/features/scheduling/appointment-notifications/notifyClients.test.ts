import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { type ClientEmail, type NotifyingApp, notifyingApp } from "../../../../test/fixtures/notifyingApp.ts";
import { settle } from "../../../../test/fixtures/settle.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, MONDAY_AT } from "../../../../test/fixtures/testApp.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { openDatabase } from "../../../platform/database/index.ts";
import { openRelay } from "../../../platform/outbox/relay.ts";
import { setPolicy } from "../../business/policies/index.ts";

// The timeouts are long, because a long transaction of another test file can delay the relay (settle.ts).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const open = await notifyingApp();
afterEach(async () => {
  expect(open.logged).toEqual([]);
  open.clock.set(MONDAY_AT);
  await open.newEmails();
});

/**
 * The default start of each appointment is on a different Wednesday, weeks ahead. Tests that need a certain start use Mondays and Tuesdays.
 */
let week = 1;
function someDay(): string {
  week += 1;
  return new Date(MONDAY_AT + (week * 7 + 2) * DAY).toISOString().slice(0, 10);
}

async function ok(...args: Parameters<NotifyingApp["call"]>) {
  const { status, body } = await open.call(...args);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body.data;
}

/** Books an appointment for Zoë, by default at 10:00 UTC. */
async function booked(startsAt = `${someDay()}T10:00:00Z`, more: object = {}) {
  const { salon, zoe } = open;
  const body = bookingOf(salon, startsAt, [[salon.cut, salon.anna]], { client_id: zoe, ...more });
  return ok("POST", "/appointments", body);
}
const to = (id: string, state: string, more: object = {}) =>
  ok("POST", `/appointments/${id}/transitions`, { to: state, ...more });
const move = (id: string, startsAt: string, more: object = {}) =>
  ok("PATCH", `/appointments/${id}/schedule`, { starts_at: startsAt, ...more });

/** Returns the subject, calendar method, sequence number and start of an e-mail. */
function summary({ subject, calendar }: ClientEmail): string {
  const [entry] = calendar.entries;
  const about = subject.replace(/^Salon Lindenhof: /, "").replace(/, .*$/, "");
  return `${about} | ${calendar.method} ${entry?.SEQUENCE?.value} ${entry?.DTSTART?.value}`;
}
const summaries = async () => (await open.newEmails()).map(summary);

test("a booking sends the client a confirmation in the language of the business, with a calendar entry", async () => {
  const { id } = await booked("2027-06-07T08:00:00Z");
  const [email, ...others] = await open.newEmails();
  expect(others).toEqual([]);
  expect(email?.to).toEqual(["zoe@example.com"]);
  expect(email?.subject).toBe("Salon Lindenhof: Ihr Termin ist bestätigt, Montag, 7. Juni 2027 um 10:00 Uhr");
  expect(email?.text).toContain("Guten Tag Zoë Müller,");
  expect(email?.text).toContain("Wann: Montag, 7. Juni 2027 um 10:00 Uhr (Europe/Berlin, UTC+02:00)");
  expect(email?.calendar.entries[0]).toMatchObject({
    UID: { value: `${id}@daybook` },
    DTSTART: { value: "20270607T080000Z" },
    DTEND: { value: "20270607T084500Z" },
  });
});

test("a confirmation names the terms that the client accepted at booking, its business as sender and the location for answers", async () => {
  const { salon } = open;
  const setTerms = (cancellation_text: string, amountMinor: number) =>
    open.database.transaction((tx) =>
      setPolicy(
        tx,
        salon.businessId,
        {
          cancellation_window_minutes: 48 * 60,
          cancellation_text,
          no_show_fee: { kind: "amount", amount: { amount: amountMinor, currency: "EUR" } },
          late_cancel_fee: { kind: "percent", percent: 50 },
        },
        { now: open.clock.now(), ifMatch: null },
      ),
    );
  await sql(open.database)`
    update locations set phone_e164 = '+493098765', email = 'mitte@lindenhof.example'
    where business_id = ${salon.businessId} and id = ${salon.locationId}`;
  await setTerms("Bitte rufen Sie uns an.", 3000);
  const { id, total } = await booked("2027-06-09T08:00:00Z");
  const [confirmation] = await open.newEmails();
  const half = (total.amount / 200).toFixed(2).replace(".", ",");
  for (const body of [confirmation?.text, confirmation?.html]) {
    expect(body).toContain("Bitte rufen Sie uns an.");
    expect(body).toContain(`Wenn Sie weniger als 2 Tage vor Beginn absagen, berechnen wir ${half} €.`);
    expect(body).toContain("Wenn Sie nicht erscheinen, berechnen wir 30,00 €.");
    for (const fact of ["Salon Lindenhof", "Lindenhof, Lindenstr. 1", "+49 30 98765"])
      expect(body).toContain(fact);
  }
  expect(confirmation?.source).toMatch(/^From: "?Salon Lindenhof"? <daybook@example\.com>\r$/m);
  expect(confirmation?.source).toMatch(/^Reply-To: mitte@lindenhof\.example\r$/m);
  // A later policy version does not change the terms that the client accepted at booking.
  await setTerms("Neue Regeln", 9900);
  await move(id, "2027-06-09T12:00:00Z");
  const [moved] = await open.newEmails();
  expect(moved?.text).toContain("Bitte rufen Sie uns an.");
  expect(moved?.text).not.toContain("99,00");
});

test("a request, its confirmation, a move and the cancellation update the same calendar entry", async () => {
  const { id } = await booked("2027-06-14T08:00:00Z", { status: "requested" });
  const [request] = await open.newEmails();
  expect(request?.text).toContain("noch nicht bestätigt");
  await to(id, "booked");
  const [confirmation] = await open.newEmails();
  await move(id, "2027-06-14T12:00:00Z");
  const [moved] = await open.newEmails();
  expect(moved?.text).toContain("Bisher: Montag, 14. Juni 2027 um 10:00 Uhr");
  await to(id, "cancelled", { reason: "Called twice, rude" });
  const [cancelled] = await open.newEmails();
  expect(cancelled?.source).not.toContain("rude");
  const all = [request, confirmation, moved, cancelled].filter((email) => email !== undefined);
  expect(all.map(summary)).toEqual([
    "Wir haben Ihre Anfrage erhalten | REQUEST 1 20270614T080000Z",
    "Ihr Termin ist bestätigt | REQUEST 2 20270614T080000Z",
    "Ihr Termin wurde verschoben | REQUEST 3 20270614T120000Z",
    "Ihr Termin wurde abgesagt | CANCEL 4 20270614T120000Z",
  ]);
  expect(new Set(all.map(({ calendar }) => calendar.entries[0]?.UID?.value))).toEqual(
    new Set([`${id}@daybook`]),
  );
});

test("a declined request sends an e-mail; a cancellation without notification does not", async () => {
  const request = await booked(undefined, { status: "requested" });
  const quiet = await booked();
  const unheard = await booked();
  await to(unheard.id, "cancelled", { notify_client: false });
  expect(await summaries()).toHaveLength(2);
  await to(request.id, "declined", { notify_client: false });
  await to(quiet.id, "cancelled", { notify_client: false });
  await to(quiet.id, "cancelled");
  await ok("PATCH", `/appointments/${quiet.id}/note`, { internal_note: "Gone" });
  expect((await summaries()).map((one) => one.split(" | ")[0])).toEqual(["Ihre Anfrage wurde abgelehnt"]);
});

test("a change that does not concern the client sends no e-mail", async () => {
  const { id, items } = await booked("2027-06-21T08:00:00Z");
  await open.newEmails();
  await ok("PATCH", `/appointments/${id}/note`, { internal_note: "Prefers tea" });
  await ok("PATCH", `/appointments/${id}/duration`, { item_id: items[0].id, minutes: 60 });
  await move(id, "2027-06-21T08:00:00Z", { items: [{ id: items[0].id, staff_id: open.salon.ben }] });
  for (const state of ["no_show", "booked", "arrived", "booked", "arrived", "completed"]) await to(id, state);
  expect(await summaries()).toEqual([]);
});

test("a move after the arrival is sent when the appointment is booked again", async () => {
  const { id } = await booked("2027-06-28T08:00:00Z");
  await open.newEmails();
  await to(id, "arrived");
  await move(id, "2027-06-28T10:00:00Z");
  expect(await summaries()).toEqual([]);
  await to(id, "booked");
  expect(await summaries()).toEqual(["Ihr Termin wurde verschoben | REQUEST 4 20270628T100000Z"]);
});

test("several changes in a row send one e-mail with the current state, and reverted changes send none", async () => {
  const { id } = await booked("2027-07-05T08:00:00Z");
  await move(id, "2027-07-05T10:00:00Z");
  expect(await summaries()).toEqual(["Ihr Termin ist bestätigt | REQUEST 2 20270705T100000Z"]);
  await move(id, "2027-07-05T12:00:00Z");
  await move(id, "2027-07-05T14:00:00Z");
  expect(await summaries()).toEqual(["Ihr Termin wurde verschoben | REQUEST 4 20270705T140000Z"]);
  await move(id, "2027-07-05T12:00:00Z");
  await move(id, "2027-07-05T14:00:00Z");
  expect(await summaries()).toEqual([]);
});

test("no e-mail is sent about a start that has passed, even if the relay is late", async () => {
  await booked(new Date(MONDAY_AT - HOUR).toISOString());
  expect(await summaries()).toEqual([]);
  const { id, starts_at } = await booked();
  open.clock.set(Date.parse(starts_at));
  expect(await summaries()).toEqual([]);
  // The client has missed the appointment, and staff reschedule it.
  await move(id, new Date(Date.parse(starts_at) + 7 * DAY + 6 * HOUR).toISOString());
  expect(await summaries()).toHaveLength(1);
});

test("only clients that have an e-mail address and are not deleted get e-mails", async () => {
  const gone = await open.addClient({ email: "gone@example.com" });
  await booked(undefined, { client_id: gone });
  await booked(undefined, { client_id: open.salon.clientId });
  await ok("DELETE", `/clients/${gone}`);
  expect(await open.newEmails()).toEqual([]);
  const late = await open.addClient({ first_name: "Ada" });
  const { id, starts_at } = await booked(undefined, { client_id: late });
  expect(await open.newEmails()).toEqual([]);
  await ok("PATCH", `/clients/${late}`, { email: "ada@example.com" });
  expect(await open.newEmails()).toEqual([]);
  await move(id, new Date(Date.parse(starts_at) + HOUR).toISOString());
  const emails = await open.newEmails();
  expect(emails.map((email) => email.to)).toEqual([["ada@example.com"]]);
  await ok("DELETE", `/clients/${late}`);
  expect(await open.newEmails()).toEqual([]);
});

const recur = (startsAt: string, more: object = {}) => {
  const { salon, zoe } = open;
  const input = bookingOf(salon, startsAt, [[salon.cut, salon.ben]], { client_id: zoe });
  return ok("POST", "/appointments/recurring", { ...input, every_weeks: 1, occurrences: 5, ...more });
};

test("a recurring booking sends one e-mail with all calendar entries; later each appointment has its own e-mails", async () => {
  const { created } = await recur("2027-10-11T08:00:00Z");
  const [email, ...others] = await open.newEmails();
  expect(others).toEqual([]);
  expect(email?.subject).toBe("Salon Lindenhof: Ihre 5 Termine sind bestätigt");
  expect(email?.text).toContain(
    [
      "Wann: Montag, 11. Oktober 2027 um 10:00 Uhr (Europe/Berlin, UTC+02:00)",
      "      Montag, 18. Oktober 2027 um 10:00 Uhr (Europe/Berlin, UTC+02:00)",
      "      Montag, 25. Oktober 2027 um 10:00 Uhr (Europe/Berlin, UTC+02:00)",
      "      Montag, 1. November 2027 um 10:00 Uhr (Europe/Berlin, UTC+01:00)",
      "      Montag, 8. November 2027 um 10:00 Uhr (Europe/Berlin, UTC+01:00)",
      "Was:  Cut",
    ].join("\n"),
  );
  expect(email?.calendar.method).toBe("PUBLISH");
  expect(email?.calendar.entries.map((entry) => entry.UID?.value)).toEqual(
    created.map(({ id }: { id: string }) => `${id}@daybook`),
  );
  await move(created[2].id, "2027-10-26T08:00:00Z");
  expect(await summaries()).toEqual(["Ihr Termin wurde verschoben | REQUEST 2 20271026T080000Z"]);
});

test("a recurring booking sends one e-mail even if its events are relayed in two batches", async () => {
  const { series_id } = await recur("2027-10-12T12:00:00Z");
  const { database, consumer } = open;
  const rows = await sql(database)<{ id: string; appointment_id: string }>`
    select events.id, events.appointment_id
    from events
    join appointments
      on appointments.business_id = events.business_id
      and appointments.id = events.appointment_id
    where series_id = ${series_id}
    order by events.id`;
  expect(rows).toHaveLength(5);
  for (const part of [rows.slice(0, 2), rows.slice(2)]) {
    const events = part.map((row) => ({
      businessId: open.salon.businessId,
      id: row.id,
      type: "appointment.created" as const,
      sequence: 1,
      appointmentId: row.appointment_id,
    }));
    await database.transaction((tx) => consumer.consume(tx, events));
  }
  const emails = await open.sendQueued();
  expect(emails.map(({ calendar }) => calendar.entries.length)).toEqual([5]);
});

test("a cancellation without notification during the relay sends no e-mail", async () => {
  const { database, consumer } = open;
  const { id } = await booked();
  const meanwhile = async <T>(answer: T) => {
    await to(id, "cancelled", { notify_client: false });
    return answer;
  };
  await settle(database, [
    {
      name: "slow",
      consume: (tx, events) =>
        consumer.consume(
          { ...tx, query: async (args, values) => meanwhile(await tx.query(args, values)) },
          events,
        ),
    },
  ]);
  // The appointment was still booked when the consumer read the events.
  expect((await open.sendQueued()).map(summary)).toEqual([expect.stringContaining("bestätigt")]);
  expect(await summaries()).toEqual([]);
});

test("clients of appointments booked before e-mails existed get e-mails about changes, and reminders", async () => {
  const { id } = await booked("2099-06-01T08:00:00Z");
  await open.newEmails();
  const migration = readFileSync(
    new URL("../../../../migrations/0018_client_mails.sql", import.meta.url),
    "utf8",
  );
  // The migration inserted the rows when the table had its former name, `told_visits`.
  const [fill = ""] = /insert into told_visits[^;]*;/.exec(migration) ?? [];
  const client = await connectedClient(open.connectionString);
  await client.query(
    `delete from appointment_notifications; ${fill.replace("told_visits", "appointment_notifications")}`,
  );
  const { rows } = await client.query(
    `select status, starts_at - reminder_due_at = interval '24 hours' as is_reminded
     from appointment_notifications
     where appointment_id = $1`,
    [id],
  );
  await client.end();
  expect(rows).toEqual([{ status: "booked", is_reminded: true }]);
  await ok("PATCH", `/appointments/${id}/note`, { internal_note: "x" });
  expect(await summaries()).toEqual([]);
  await move(id, "2099-06-01T09:00:00Z");
  expect(await summaries()).toEqual(["Ihr Termin wurde verschoben | REQUEST 3 20990601T090000Z"]);
});

test("two concurrent relays write each e-mail once", async () => {
  const others = [1, 2].map(() => openDatabase({ connectionString: open.connectionString }));
  const relays = others.map((database) =>
    openRelay({ database, consumers: [open.consumer], log: () => {}, runsByItself: false }),
  );
  const subjects: string[] = [];
  const ids: string[] = [];
  for (let round = 0; round < 6; round++) {
    const { id, starts_at } = await booked();
    ids.push(id);
    const changing = move(id, new Date(Date.parse(starts_at) + HOUR).toISOString());
    await Promise.all([...relays, ...relays].map((relay) => relay.round()));
    await changing;
    await Promise.all(relays.map((relay) => relay.round()));
    subjects.push(...(await summaries()));
  }
  // Depending on the order, the client gets a confirmation of the first start and an e-mail about the new start, or only a confirmation of
  // the second start.
  expect(new Set(subjects).size).toBe(subjects.length);
  expect(subjects.filter((one) => one.includes("bestätigt"))).toHaveLength(ids.length);
  for (const relay of relays) await relay.close();
  for (const database of others) await database.close();
});

test("a business that sends ids only still sends clients full e-mails, without the notes of the staff", async () => {
  await sql(open.database)`
    update businesses set webhook_payload = 'ids_only' where id = ${open.salon.businessId} returning id`;
  const client_id = await open.addClient({ email: "mia@example.com", alert: "Secret allergy" });
  const { id } = await booked("2027-07-12T08:00:00Z", { client_id });
  await ok("PATCH", `/appointments/${id}/note`, { internal_note: "Secret note" });
  const [email] = await open.newEmails();
  expect(email?.text).toContain("Was:  Cut\n");
  expect(email?.source + (email?.text ?? "")).not.toMatch(/Secret/i);
  expect(JSON.stringify(email?.calendar)).not.toContain("Cut");
});

test("an e-mail that cannot be composed is logged and does not delay other e-mails", async () => {
  const { database, salon } = open;
  await booked();
  await setTimeZone(database, salon.businessId, "Mars/Phobos");
  expect(await summaries()).toEqual([]);
  expect(open.logged.splice(0).join()).toMatch(/could not be composed.*Mars\/Phobos/);
  await setTimeZone(database, salon.businessId, "Europe/Berlin");
  await booked();
  expect(await summaries()).toHaveLength(1);
});

const setTimeZone = (reader: Reader, businessId: string, timeZone: string) =>
  sql(reader)<{ id: string }>`
    update locations set time_zone = ${timeZone} where business_id = ${businessId} returning id`;
