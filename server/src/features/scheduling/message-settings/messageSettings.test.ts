import { expect, test, vi } from "vitest";
import { notifyingApp } from "../../../../test/fixtures/notifyingApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, MONDAY_AT } from "../../../../test/fixtures/testApp.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const open = await notifyingApp();
const manager = await signedInMember(open, "manager");

const PATH = "/messages";
const HOUR = 3_600_000;

async function booked(startsAt: string): Promise<string> {
  const { salon, zoe } = open;
  const body = bookingOf(salon, startsAt, [[salon.cut, salon.anna]], { client_id: zoe });
  const answer = await open.call("POST", "/appointments", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
}

test("a new business has every e-mail on and no texts of its own, and the stored row holds what PUT sends", async () => {
  const standard = await manager("GET", PATH);
  expect(standard.body.data).toMatchObject({ reminder_hours_before: 24, updated_at: null });
  expect(standard.body.data.messages.booked).toMatchObject({
    enabled: true,
    texts: { de: { subject: null, introduction: null, closing: null, text_message: null } },
  });
  const sent = {
    messages: {
      moved: { enabled: false },
      booked: { texts: { de: { closing: "Bis bald!", subject: " " } } },
    },
    reminder_hours_before: 48,
  };
  const replaced = await manager("PUT", PATH, sent);
  expect(replaced.status).toBe(200);
  const [row] = await sql(open.database)<{
    messages: Record<string, { enabled: boolean; texts: Record<string, Record<string, string | null>> }>;
    reminder_hours_before: number;
  }>`
    select messages, reminder_hours_before from message_settings
    where business_id = ${open.salon.businessId}`;
  expect(row?.messages).toEqual(replaced.body.data.messages);
  expect(row?.messages.moved?.enabled).toBe(false);
  expect(row?.messages.booked?.texts.de).toEqual({
    subject: null,
    introduction: null,
    closing: "Bis bald!",
    text_message: null,
  });
  expect(row?.reminder_hours_before).toBe(48);
  open.clock.set(open.clock.now() + 1000);
  expect((await manager("PUT", PATH, sent)).body.data).toEqual(replaced.body.data);
  expect((await manager("PUT", PATH, {})).body.data.messages).toEqual(standard.body.data.messages);
});

test("an e-mail that is off is not sent, and later changes are compared with the state it would have announced", async () => {
  await manager("PUT", PATH, { messages: { booked: { enabled: false } } });
  const id = await booked("2027-03-10T09:00:00Z");
  expect(await open.newEmails()).toEqual([]);
  await manager("PUT", PATH, {});
  await open.call("PATCH", `/appointments/${id}/schedule`, { starts_at: "2027-03-10T11:00:00Z" });
  expect((await open.newEmails()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining("Ihr Termin wurde verschoben"),
  ]);
});

test("the texts of the business replace the standard ones, with the client's data in one pass", async () => {
  const texts = {
    subject: "{services} am {date}",
    introduction: "Liebe {first_name},\nwir freuen uns <b>sehr</b>.",
    closing: "Ihr Team von {business}, {location}",
  };
  await manager("PUT", PATH, { messages: { booked: { texts: { de: texts } } } });
  await booked("2027-03-17T09:00:00Z");
  const [email] = await open.newEmails();
  expect(email?.subject).toMatch(/ am Mittwoch, 17\. März 2027 um 10:00 Uhr$/);
  expect(email?.text).toContain("Liebe Zoë,\nwir freuen uns <b>sehr</b>.");
  expect(email?.text).toContain("Ihr Team von Salon Lindenhof, ");
  expect(email?.html).toContain("Liebe Zoë,<br>wir freuen uns &lt;b&gt;sehr&lt;/b&gt;.");
  await manager("PUT", PATH, {});
});

test("reminders that were not sent yet move with the setting, and each is sent once", async () => {
  const startsAt = Date.parse("2027-03-05T09:00:00Z");
  await booked("2027-03-05T09:00:00Z");
  await open.newEmails();
  await manager("PUT", PATH, { reminder_hours_before: 2 });
  open.clock.set(startsAt - 2 * HOUR - 1);
  expect(await open.remind()).toBe(0);
  // With the larger number of hours, the reminder is already due and is sent immediately.
  await manager("PUT", PATH, { reminder_hours_before: 48 });
  expect(await open.remind()).toBe(1);
  expect((await open.sendQueued()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining("Erinnerung an Ihren Termin"),
  ]);
  await manager("PUT", PATH, { reminder_hours_before: 1 });
  open.clock.set(startsAt - HOUR);
  expect(await open.remind()).toBe(0);
  await manager("PUT", PATH, {});
  open.clock.set(MONDAY_AT);
});

test("the preview shows unsaved texts in the chosen language, and a test e-mail goes to the user without a calendar entry", async () => {
  const draft = { kind: "reminder", language: "fr", texts: { closing: "À bientôt, {first_name} !" } };
  const preview = await manager("POST", `${PATH}/preview`, draft);
  expect(preview.status).toBe(200);
  expect(preview.body.data.sender_name).toBe("Salon Lindenhof");
  expect(preview.body.data.text).toMatch(/^Bonjour [\s\S]*À bientôt, \S+ !/);
  expect(preview.body.data.text).toMatch(/http:\S+\/m\/example/);
  // This installation sends no text messages.
  expect(preview.body.data.text_message).toBeNull();
  const sent = await manager("POST", `${PATH}/test`, draft);
  expect(sent.status).toBe(200);
  const [row] = await sql(open.database)<{
    recipient: string;
    subject: string;
    calendar_text: string | null;
    client_id: string | null;
  }>`
    select recipient, subject, calendar_text, client_id from emails where purpose like 'message-test:%'`;
  expect(row).toMatchObject({ recipient: sent.body.data.sent_to, calendar_text: null, client_id: null });
  expect(row?.subject).toBe(preview.body.data.subject);
  await sql(open.database)`
    delete from emails where purpose like 'message-test:%' returning id`;
});

test("refuses unknown placeholders, reminders too far ahead, and other roles", async () => {
  const texts = { en: { subject: "Hello {name}", closing: "{date} {phone}", text_message: "{link}" } };
  expect(fieldsIn(await manager("PUT", PATH, { messages: { moved: { texts } } }))).toEqual([
    422,
    "/messages/moved/texts/en/subject",
    "/messages/moved/texts/en/closing",
    "/messages/moved/texts/en/text_message",
  ]);
  expect(fieldsIn(await manager("PUT", PATH, { reminder_hours_before: 169 }))).toEqual([
    422,
    "/reminder_hours_before",
  ]);
  const draft = { kind: "booked", language: "en", texts: { introduction: "{x}" } };
  expect(fieldsIn(await manager("POST", `${PATH}/preview`, draft))).toEqual([422, "/texts/introduction"]);
  const reception = await signedInMember(open, "reception");
  expect((await reception("GET", PATH)).status).toBe(403);
  expect((await open.call("GET", PATH)).status).toBe(403);
});
