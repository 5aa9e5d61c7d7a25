import { expect, test, vi } from "vitest";
import { settle } from "../../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { TEST_SECRET, testApp } from "../../../../test/fixtures/testApp.ts";
import { startTwilioDouble } from "../../../../test/fixtures/twilioDouble.ts";
import { sendDueEmails, sendDueTexts } from "../../../platform/email/sender.ts";
import { partsOf, type TextSender } from "../../../platform/sms/index.ts";
import { fillManageLinks } from "../../booking/index.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { notifyClients } from "./notifyClients.ts";
import { remindDue } from "./remind.ts";
import type { NotifiableAppointment } from "./store.ts";
import { textTo } from "./textMessage.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ADDRESS = "https://book.example.com";
const PHONE = "+4915112345678";

const twilio = await startTwilioDouble();
const open = await testApp();

/** Passes new events to the consumer, sends the queued text messages, and returns the messages received since the last call. */
async function newTexts(textSender: TextSender | null = twilio.sender) {
  const { database, clock } = open;
  const log = (message: string, error: unknown) => expect(`${message}: ${error}`).toBe("nothing is logged");
  const context = { clock, mailer: { from: "a@example.com" }, log, appUrl: ADDRESS, textSender };
  await settle(database, [notifyClients(context)]);
  await remindDue({ database, ...context }, 100);
  const channels = (
    await sql(database)<{ channel: string }>`
    update emails set expires_at = null, due_at = least(due_at, created_at)
    where status = 'pending' returning channel`
  ).map(({ channel }) => channel);
  const sending = {
    database,
    databaseClock: { aheadMs: () => 0 },
    mailer: { send: async () => {} },
    textSender,
    log,
    fill: fillManageLinks({ secret: TEST_SECRET, address: ADDRESS }),
  };
  await sendDueTexts(sending, new AbortController().signal);
  await sendDueEmails(sending, new AbortController().signal);
  return { channels, texts: twilio.received.splice(0) };
}

test("a client without an e-mail address gets each notification and the reminder as one text message with a link that works", async () => {
  const { salon, clock } = open;
  const clientId = await open.addClient({ first_name: "Léa", phone_e164: PHONE });
  const at = clock.now();
  const booked = await open.book("2027-03-08T09:00:00Z", salon.cut, salon.anna, { client_id: clientId });
  const { texts } = await newTexts();
  expect(texts).toMatchObject([{ to: PHONE }]);
  const [, sentence, token = ""] =
    /^(.*) https:\/\/book\.example\.com\/m\/(\S{86})$/.exec(texts[0]?.text ?? "") ?? [];
  expect(sentence).toMatch(/^Salon Lindenhof: .*8\. M.rz.*10:00/);
  expect(texts[0]?.text.length).toBeLessThanOrEqual(160);
  const managed = await open.app.inject({ method: "GET", url: `/api/v1/public/appointments/${token}` });
  expect(managed.json().data.status).toBe("booked");

  clock.set(Date.UTC(2027, 2, 7, 9, 30));
  expect((await newTexts()).texts).toMatchObject([{ text: expect.stringContaining(`/m/${token}`) }]);
  expect((await newTexts()).texts).toEqual([]);
  await open.call("POST", `/appointments/${booked.body.data.id}/transitions`, { to: "cancelled" });
  expect((await newTexts()).texts).toMatchObject([
    { text: expect.stringMatching(/^Salon Lindenhof: Ihr Termin am .* ist abgesagt\.$/) },
  ]);
  clock.set(at);
});

test("a client with an e-mail address gets no text message, and without a provider none is queued", async () => {
  const { salon } = open;
  const both = await open.addClient({ first_name: "Ada", phone_e164: PHONE, email: "ada@example.com" });
  await open.book("2027-03-15T09:00:00Z", salon.cut, salon.anna, { client_id: both });
  expect(await newTexts()).toEqual({ channels: ["email"], texts: [] });
  const onlyPhone = await open.addClient({ first_name: "Ada", phone_e164: PHONE });
  await open.book("2027-03-22T09:00:00Z", salon.cut, salon.anna, { client_id: onlyPhone });
  expect(await newTexts(null)).toEqual({ channels: [], texts: [] });
});

test("a kind that the business has turned off is not sent as a text message, and its own text replaces the standard one", async () => {
  const { salon } = open;
  const manager = await signedInMember(open, "manager");
  const clientId = await open.addClient({ first_name: "Léa", phone_e164: PHONE });
  const de = { text_message: "Hallo {first_name}, {services} am {date}. Bis bald!" };
  const sent = { cancelled: { enabled: false }, booked: { texts: { de } } };
  expect((await manager("PUT", "/messages", { messages: sent })).status).toBe(200);
  const booked = await open.book("2027-03-29T08:00:00Z", salon.cut, salon.anna, { client_id: clientId });
  const { texts } = await newTexts();
  expect(texts[0]?.text).toMatch(
    /^Hallo Léa, \S.* am Mo\., 29\. März,? 10:00\. Bis bald! https:\S+\/m\/\S{86}$/,
  );
  await open.call("POST", `/appointments/${booked.body.data.id}/transitions`, { to: "cancelled" });
  expect(await newTexts()).toEqual({ channels: [], texts: [] });
  await manager("PUT", "/messages", {});
});

const KINDS: NotificationKind[] = ["requested", "booked", "moved", "cancelled", "declined", "reminder"];

test.each(["en-GB", "en-US", "de-DE", "fr-FR", "es-ES", "it"])(
  "in %s a reminder takes one message of 160 characters, and no kind needs more than two",
  (locale) => {
    const id = "00000000-0000-7000-8000-000000000000";
    const appointment = {
      appointment_id: id,
      business_id: id,
      client_id: id,
      locale,
      business_name: "Friseursalon Çelik & Töchter am Lindenhof",
      time_zone: "Europe/Berlin",
      starts_at: Date.UTC(2027, 8, 29, 15, 30),
      version: 1,
    } as NotifiableAppointment;
    const context = { mailer: { from: "a@example.com" }, log: () => {}, appUrl: ADDRESS };
    for (const kind of KINDS) {
      const { text } = textTo(PHONE, context, { kind, appointments: [appointment], now: 0 });
      const sent = text.replace(/\u{E000}.*\u{E000}/u, `${ADDRESS}/m/${"x".repeat(86)}`);
      expect(sent).toMatch(/17:30|5:30 PM/);
      expect([kind, partsOf(sent)]).toEqual([kind, kind === "reminder" ? 1 : expect.toBeOneOf([1, 2])]);
      // The first 60 characters of the business's text belong to GSM-7. A text with any other character fits into one message
      // only if it has at most 70 characters instead of 160.
      expect(partsOf("x".repeat(100) + sent.slice(0, 60))).toBe(1);
    }
  },
);
