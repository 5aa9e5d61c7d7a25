import { expect, test } from "vitest";
import { money } from "../../../../../test/fixtures/checkoutApp.ts";
import { depositApp } from "../../../../../test/fixtures/depositApp.ts";
import { emailParts } from "../../../../../test/fixtures/emailParts.ts";
import { startEmailServer } from "../../../../../test/fixtures/emailServer.ts";
import { openTestMailer } from "../../../../../test/fixtures/openTestMailer.ts";
import { sendDueEmails } from "../../../../platform/email/sender.ts";
import { setPolicy } from "../../../business/policies/index.ts";

let weeks = 0;

const CONSENT = { card_consent: "I agree that EUR 20.00 are charged to my card if I do not come." };

const open = await depositApp();
const emailServer = await startEmailServer();
const mailer = openTestMailer(emailServer);
const terms = {
  cancellation_window_minutes: 1440,
  no_show_fee: { kind: "amount" as const, amount: money(2_000) },
  card_required: true,
};
const when = { now: open.clock.now(), ifMatch: null };
await open.database.transaction((tx) => setPolicy(tx, open.salon.businessId, terms, when));
open.stripe.cardsAnswer("authentication_required");

/**
 * Books an appointment with a card, in a language, and marks the appointment as a no-show. Returns the client's id and a
 * function that charges the fee.
 */
async function chargedFee(language: string) {
  const startsAt = new Date(Date.UTC(2027, 2, 8, 8) + weeks++ * 7 * 86_400_000).toISOString();
  const ada = await open.visitor(startsAt);
  const { intent: setup } = await ada.beginCard({ ...CONSENT, language });
  open.stripe.entersCard(setup.id);
  expect((await ada.book({ ...CONSENT, language })).status).toBe(201);
  const to = new Date(Date.parse(startsAt) + 60_000).toISOString();
  const list = `/appointments?location_id=${open.salon.locationId}&from=${startsAt}&to=${to}`;
  const [{ id, client_id }] = (await open.call("GET", list)).body.data.items;
  await open.call("POST", `/appointments/${id}/transitions`, { to: "no_show" });
  const fee = { appointment_id: id, kind: "no_show", method: "saved_card" };
  const headers = { "idempotency-key": `fee-${weeks}` };
  const charge = () => open.owner("POST", `/clients/${client_id}/fees`, fee, headers);
  return { charge, client_id };
}

/** Sends the queued e-mails through the mail server. Returns the e-mails that the mail server received since the last call. */
async function sent() {
  const { database } = open;
  const sending = { database, databaseClock: { aheadMs: () => 0 }, mailer, log: () => {} };
  await sendDueEmails(sending, new AbortController().signal);
  return emailServer.receivedEmails.splice(0).map(({ to, subject, source }) => {
    const body = (type: string) =>
      emailParts(source).find(({ contentType }) => contentType.startsWith(type))?.content ?? "";
    return { to, subject, text: body("text/plain").replaceAll("\r\n", "\n"), html: body("text/html") };
  });
}

test.each([
  ["en", "please confirm the payment of your fee", "€20.00", "Pay the fee"],
  ["de", "bitte bestätigen Sie die Zahlung Ihrer Gebühr", "20,00 €", "Gebühr zahlen"],
  ["fr", "veuillez confirmer le paiement de vos frais", "20,00 €", "Payer les frais"],
  ["es", "confirme el pago de su cargo", "20,00 €", "Pagar el cargo"],
])("the client gets the link to a fee's payment page by e-mail, once: %s", async (language, ...texts) => {
  const [subject, fee, label] = texts;
  const { charge, client_id } = await chargedFee(language);
  await sent();
  const { payment_url } = (await charge()).body.data.charge;
  await charge();
  const [email, ...others] = await sent();
  expect(others).toEqual([]);
  expect(email?.to).toEqual([expect.stringMatching(/^visitor\d+@example\.com$/)]);
  expect(email?.subject).toContain(`: ${subject}`);
  expect(email?.text).toContain(fee);
  expect(email?.text).toContain(`${label}${language === "fr" ? " " : ""}:\n${payment_url}\n`);
  expect(email?.html).toContain(`href="${payment_url}"`);
  const messages = (await open.owner("GET", `/clients/${client_id}/messages`)).body.data.items;
  expect(messages[0]).toMatchObject({ kind: "other", status: "sent", channel: "email" });
});

test("a client without an e-mail address gets none, and the response still has the link", async () => {
  const { charge, client_id } = await chargedFee("en");
  await sent();
  expect((await open.call("PATCH", `/clients/${client_id}`, { email: null })).status).toBe(200);
  const answer = await charge();
  expect(answer.body.data.charge.payment_url).toContain("checkout");
  expect(await sent()).toEqual([]);
});
