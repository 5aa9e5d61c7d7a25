import { afterEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/fixtures/database.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  startTwilioDouble,
  type TwilioAnswer,
} from "../../../test/fixtures/twilioDouble.ts";
import { statement } from "../database/index.ts";
import { type EmailOutcome, queueEmail, queueText } from "../email/index.ts";
import { emailJobs, sendDueEmails, sendDueTexts } from "../email/sender.ts";
import { openTextOutbox, openTextSender, partsOf, type TextSender, toGsm } from "./index.ts";

const HOUR = 3_600_000;
const PHONE = "+4915112345678";
const forEver = new AbortController().signal;

let aheadMs = 0;

const database = await testDatabase();
const twilio = await startTwilioDouble({ timeoutMs: 2_000 });
afterEach(async () => {
  aheadMs = 0;
  twilio.received.length = 0;
  twilio.answer = () => "accepted";
  await database.query(removeAll, {});
});

const removeAll = statement({ name: "test_texts_remove", sql: "delete from emails" });
const readAll = () =>
  sql(database)<{ status: string; attempt_count: number; last_error: string | null }>`
    select status, attempt_count, last_error from emails order by created_at, id`;

function sendingWith(textSender: TextSender | null = twilio.sender) {
  const outcomes: EmailOutcome[] = [];
  const logged: string[] = [];
  return {
    database,
    databaseClock: { aheadMs: () => aheadMs },
    mailer: { send: async () => Promise.reject(new Error("no e-mail is expected")) },
    textSender,
    outcomes,
    logged,
    log: (message: string, error: unknown) => logged.push(`${message}: ${error}`),
    onTextAttempt: (outcome: EmailOutcome) => outcomes.push(outcome),
  };
}

const queue = (purpose = "reminder 1", more = {}) =>
  database.transaction(async (tx) =>
    queueText(tx, { purpose, to: PHONE, text: "Bis morgen um zehn.", ...more }),
  );

describe("a queued text message", () => {
  test("is sent after the commit with the account and sender, once per purpose", async () => {
    await queue();
    await queue();
    const undone = database.transaction(async (tx) => {
      queueText(tx, { purpose: "reminder 2", to: PHONE, text: "Never" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const sending = sendingWith();
    await sendDueEmails(sending, forEver);
    await sendDueTexts(sending, forEver);
    const basic = Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString("base64");
    expect(twilio.received).toEqual([
      {
        to: PHONE,
        from: "+4915100000000",
        text: "Bis morgen um zehn.",
        path: `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`,
        authorization: `Basic ${basic}`,
      },
    ]);
    expect(sending.outcomes).toEqual(["sent"]);
    expect(await readAll()).toMatchObject([{ status: "sent" }]);
  });

  test.each<[string, TwilioAnswer, EmailOutcome, RegExp]>([
    ["a refused number ends", { status: 400, code: 21211 }, "failed", /returned 400 \(Twilio 21211\)/],
    ["a sender that is not the account's is retried", { status: 400, code: 21606 }, "retry", /21606/],
    ["a wrong token is retried", { status: 401, code: 20003 }, "retry", /returned 401/],
    ["429 is retried", { status: 429, code: 20429 }, "retry", /returned 429/],
    ["500 is retried", { status: 500 }, "retry", /returned 500/],
    ["a request without a response is not repeated", "none", "unknown", /no response within 2 seconds/],
  ])("%s", async (_, answer, outcome, error) => {
    twilio.answer = () => answer;
    await queue();
    const sending = sendingWith();
    await sendDueTexts(sending, forEver);
    expect(sending.outcomes).toEqual([outcome]);
    const [row] = await readAll();
    expect(row).toMatchObject({ status: outcome === "retry" ? "pending" : outcome });
    expect(row?.last_error).toMatch(error);
    // Neither the log nor the row contains Twilio's message, because it contains the phone number.
    expect(`${sending.logged} ${row?.last_error}`).not.toContain(PHONE);
    twilio.answer = () => "accepted";
    aheadMs = HOUR;
    await sendDueTexts(sending, forEver);
    expect(twilio.received).toHaveLength(outcome === "retry" ? 2 : 1);
  });

  test("survives a provider that is away for an hour, and is sent once", async () => {
    const gone = await startTwilioDouble();
    await gone.close();
    const away = openTextSender({
      accountSid: ACCOUNT_SID,
      authToken: AUTH_TOKEN,
      from: "Salon",
      url: gone.url,
      policy: { allowPrivate: true, allowHttp: true },
    });
    await queue();
    const lost = sendingWith(away);
    for (const minutes of [0, 1, 6, 36]) {
      aheadMs = minutes * 60_000 + 1_000 * minutes;
      await sendDueTexts(lost, forEver);
    }
    await away.close();
    expect(lost.outcomes).toEqual(Array(4).fill("retry"));
    const sending = sendingWith();
    aheadMs = 3 * HOUR;
    await sendDueTexts(sending, forEver);
    await sendDueTexts(sending, forEver);
    expect(twilio.received).toHaveLength(1);
    expect(await readAll()).toMatchObject([{ status: "sent", attempt_count: 5 }]);
  });

  test("does not wait for e-mails, and fails when it expires without a provider", async () => {
    await queue("late", { expiresAt: Date.now() + HOUR });
    await database.transaction(async (tx) =>
      queueEmail(tx, { purpose: "e-mail", to: "zoe@example.com", subject: "Later", text: "Later" }),
    );
    const sending = sendingWith(null);
    await sendDueTexts(sending, forEver);
    expect(emailJobs(sending).some(({ name }) => name.startsWith("text messages"))).toBe(false);
    aheadMs = 2 * HOUR;
    await emailJobs(sending)
      .find(({ name }) => name === "expired e-mails")
      ?.run(forEver);
    const statuses = (await readAll()).map(({ status }) => status);
    expect(statuses.sort()).toEqual(["failed", "pending"]);
    expect(twilio.received).toEqual([]);
  });
});

describe("a code, which is never stored,", () => {
  const deliver = async (answers: TwilioAnswer[]) => {
    const logged: string[] = [];
    twilio.answer = () => answers.shift() ?? "accepted";
    const log = (message: string, error: unknown) => void logged.push(`${message}: ${error}`);
    const outbox = openTextOutbox(twilio.sender, { log, retriesMs: [1, 1] });
    return { isSent: await outbox.deliver({ to: PHONE, text: "204816" }), logged };
  };

  test("is sent again after a failure that may pass, and otherwise logged without number and code", async () => {
    expect(await deliver([{ status: 503 }, { status: 429 }])).toEqual({ isSent: true, logged: [] });
    expect(twilio.received).toHaveLength(3);
    const refused = await deliver([{ status: 400, code: 21614 }]);
    expect(refused.isSent).toBe(false);
    expect(refused.logged).toEqual([
      "a text message could not be sent: Error: failed: returned 400 (Twilio 21614)",
    ]);
    expect(twilio.received).toHaveLength(4);
  });
});

test("a messaging service is sent as such", async () => {
  const service = await startTwilioDouble({ from: `MG${"2".repeat(32)}` });
  await service.sender.send({ to: PHONE, text: "Hello" });
  await service.close();
  expect(service.received).toMatchObject([{ from: `MG${"2".repeat(32)}` }]);
});

test("texts are brought into GSM-7 where a similar character exists, and counted in parts", () => {
  expect(toGsm("Zoë’s Salon – à 10 h, ça va… Müller & Çelik €")).toBe(
    "Zoe's Salon - à 10 h, ca va... Müller & Çelik €",
  );
  expect(toGsm("Салон")).toBe("Салон");
  expect([partsOf("a".repeat(160)), partsOf("a".repeat(161)), partsOf(`${"a".repeat(159)}€`)]).toEqual([
    1, 2, 2,
  ]);
  expect([partsOf("Ж".repeat(70)), partsOf("Ж".repeat(71))]).toEqual([1, 2]);
});
