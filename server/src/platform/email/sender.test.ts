import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { testDatabase } from "../../../test/fixtures/database.ts";
import { startEmailServer } from "../../../test/fixtures/emailServer.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { type Database, openDatabase } from "../database/index.ts";
import { type Mailer, openMailer, queueEmail } from "./index.ts";
import { type EmailOutcome, emailJobs, sendDueEmails } from "./sender.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FROM = "Salon Lindenhof <hello@lindenhof.example>";

let aheadMs = 0;

const database = await testDatabase();
const server = await startEmailServer();
afterEach(async () => {
  server.receivedEmails.length = 0;
  server.answer = () => undefined;
  await removeAll();
});

const removeAll = () => sql(database)`delete from emails`;
const readAll = () =>
  sql(database)<{
    status: string;
    attempt_count: number;
    wait_seconds: number | null;
    last_error: string | null;
    is_sent: boolean;
  }>`
    select status, attempt_count, round(extract(epoch from due_at - updated_at))::integer as wait_seconds, last_error,
      sent_at is not null as is_sent
    from emails
    order by created_at, id`;

const overSmtp = (timeoutMs = 10_000) =>
  openMailer({ smtpUrl: server.url, from: FROM, dataDir: "/nowhere", log: () => {}, timeoutMs });

function sendingWith(mailer: Mailer = overSmtp(), more: { database?: Database } = {}) {
  const log: string[] = [];
  const outcomes: EmailOutcome[] = [];
  return {
    database,
    databaseClock: { aheadMs: () => aheadMs },
    mailer,
    outcomes,
    said: log,
    log: (message: string, error: unknown) => log.push(`${message}: ${error}`),
    onAttempt: (outcome: EmailOutcome) => outcomes.push(outcome),
    ...more,
  };
}

const forEver = new AbortController().signal;

async function queue(to: string, purpose = `to ${to}`, more = {}) {
  const mail = { purpose, to, subject: "Grüße", text: "Bis morgen um zehn.", ...more };
  await database.transaction(async (tx) => queueEmail(tx, mail));
}

test("an e-mail is sent after the commit, unchanged, and once per purpose", async () => {
  await queue("zoe@example.com", "reminder 1");
  await queue("zoe@example.com", "reminder 1");
  const given = new Error("The change did not happen after all.");
  const undone = database.transaction(async (tx) => {
    queueEmail(tx, { purpose: "reminder 2", to: "zoe@example.com", subject: "Never", text: "Never" });
    throw given;
  });
  await expect(undone).rejects.toBe(given);
  const sending = sendingWith();
  await sendDueEmails(sending, forEver);
  expect(server.receivedEmails).toHaveLength(1);
  expect(server.receivedEmails[0]).toMatchObject({ to: ["zoe@example.com"], subject: "Grüße" });
  expect(server.receivedEmails[0]?.text).toContain("Bis morgen um zehn.");
  expect(await readAll()).toMatchObject([{ status: "sent", attempt_count: 1, is_sent: true }]);
  expect(sending.outcomes).toEqual(["sent"]);
  expect(sending.said).toEqual([]);
});

test("a calendar file is attached with its method", async () => {
  const text = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n";
  await queue("zoe@example.com", "confirmation", { calendar: { method: "REQUEST", text } });
  await sendDueEmails(sendingWith(), forEver);
  expect(server.receivedEmails[0]?.source).toMatch(
    /^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/m,
  );
  expect(server.receivedEmails[0]?.source).toMatch(
    /^Content-Disposition: attachment; filename=appointment\.ics/m,
  );
});

test("a refused e-mail is retried after 1, 5, 30 minutes, 2 and 12 hours, never early, and then fails", async () => {
  aheadMs = 0;
  await queue("refused@example.com");
  const sending = sendingWith();
  for (const wait of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]) {
    await sendDueEmails(sending, forEver);
    const [email] = await readAll();
    expect(email).toMatchObject({ status: "pending", wait_seconds: wait / 1000 });
    expect(email?.last_error).toMatch(/550/);
    const attempts = sending.outcomes.length;
    aheadMs += wait - 5_000;
    await sendDueEmails(sending, forEver);
    expect(sending.outcomes).toHaveLength(attempts);
    aheadMs += 5_000;
  }
  await sendDueEmails(sending, forEver);
  expect(sending.outcomes).toEqual([...Array(5).fill("retry"), "failed"]);
  expect(await readAll()).toMatchObject([{ status: "failed", attempt_count: 6 }]);
  expect(sending.said.join("\n")).not.toContain("refused@example.com");
  aheadMs = 0;
});

test("an expired e-mail fails instead of being sent", async () => {
  const expiresAt = Date.now() + HOUR;
  await queue("refused@example.com", "late", { expiresAt });
  await queue("zoe@example.com", "in time", { expiresAt });
  const sending = sendingWith();
  await sendDueEmails(sending, forEver);
  expect(sending.outcomes.sort()).toEqual(["retry", "sent"]);
  aheadMs = HOUR + MINUTE;
  await sendDueEmails(sending, forEver);
  expect(sending.outcomes).toHaveLength(2);
  const job = emailJobs(sending).find(({ name }) => name === "expired e-mails");
  await job?.run(forEver);
  aheadMs = 0;
  const emails = await readAll();
  expect(emails.map(({ status }) => status).sort()).toEqual(["failed", "sent"]);
  expect(emails.find(({ status }) => status === "failed")?.last_error).toMatch(/550/);
});

test("an unreachable mail server costs an attempt and loses no e-mail", async () => {
  const gone = await startEmailServer();
  await gone.close();
  const lost = openMailer({ smtpUrl: gone.url, from: FROM, dataDir: "/nowhere", log: () => {} });
  await queue("zoe@example.com");
  await sendDueEmails(sendingWith(lost), forEver);
  expect(await readAll()).toMatchObject([{ status: "pending", wait_seconds: 60 }]);
  aheadMs = MINUTE;
  await sendDueEmails(sendingWith(), forEver);
  aheadMs = 0;
  expect(server.receivedEmails).toHaveLength(1);
});

test("a connection that breaks before the end of an e-mail causes a retry; after the end the result is unknown and there is none", async () => {
  server.answer = (step) => (step === "recipient" ? "hang up" : undefined);
  await queue("before@example.com");
  await sendDueEmails(sendingWith(), forEver);
  expect(await readAll()).toMatchObject([{ status: "pending" }]);
  await removeAll();

  server.answer = (step) => (step === "message" ? "hang up" : undefined);
  await queue("second@example.com");
  const sending = sendingWith();
  await sendDueEmails(sending, forEver);
  aheadMs = 24 * HOUR;
  await sendDueEmails(sending, forEver);
  aheadMs = 0;
  expect(sending.outcomes).toEqual(["unknown"]);
  expect(await readAll()).toMatchObject([{ status: "unknown", attempt_count: 1 }]);
  expect(server.receivedEmails).toHaveLength(1);
});

test("a mail server that does not answer at the end of an e-mail causes a timeout, and the e-mail is not sent again", async () => {
  server.answer = (step) => (step === "message" ? "say nothing" : undefined);
  await queue("zoe@example.com");
  const sending = sendingWith(overSmtp(200));
  await sendDueEmails(sending, forEver);
  expect(sending.outcomes).toEqual(["unknown"]);
});

test("an e-mail that the server refuses at its end is retried", async () => {
  server.answer = (step) => (step === "message" ? "refuse" : undefined);
  await queue("zoe@example.com");
  const sending = sendingWith();
  await sendDueEmails(sending, forEver);
  expect(sending.outcomes).toEqual(["retry"]);
});

test("concurrent senders send each e-mail once", async () => {
  const elsewhere = openDatabase({ connectionString: database.connectionString });
  const names = Array.from({ length: 40 }, (_, index) => `guest${index}@example.com`);
  for (const name of names) await queue(name);
  const mailer = overSmtp();
  const senders = [database, elsewhere, database, elsewhere].map((one) =>
    sendingWith(mailer, { database: one }),
  );
  await Promise.all(senders.map((sending) => sendDueEmails(sending, forEver)));
  await elsewhere.close();
  expect(server.receivedEmails.flatMap(({ to }) => to).sort()).toEqual(names.sort());
});

test("an e-mail whose process ended is marked unknown after a quarter of an hour, and never sent again", async () => {
  await queue("zoe@example.com");
  const died: Mailer = { from: FROM, send: () => new Promise(() => {}), close: () => {} };
  void sendDueEmails(sendingWith(died), forEver);
  await vi.waitUntil(async () => (await readAll())[0]?.status === "sending", 60_000);
  const sending = sendingWith();
  const interrupted = emailJobs(sending).find(({ name }) => name === "interrupted e-mails");
  aheadMs = 14 * MINUTE;
  await interrupted?.run(forEver);
  expect(await readAll()).toMatchObject([{ status: "sending" }]);
  aheadMs = 16 * MINUTE;
  await interrupted?.run(forEver);
  await sendDueEmails(sending, forEver);
  aheadMs = 0;
  expect(await readAll()).toMatchObject([{ status: "unknown" }]);
  expect(server.receivedEmails).toEqual([]);
  expect(sending.said).toHaveLength(1);
});

test("e-mails are deleted after 30 days, except pending ones", async () => {
  await queue("zoe@example.com");
  await sendDueEmails(sendingWith(), forEver);
  await queue("refused@example.com");
  const old = emailJobs(sendingWith()).find(({ name }) => name === "old e-mails");
  aheadMs = 30 * 24 * HOUR - MINUTE;
  await old?.run(forEver);
  expect(await readAll()).toHaveLength(2);
  aheadMs = 30 * 24 * HOUR + MINUTE;
  await old?.run(forEver);
  aheadMs = 0;
  expect(await readAll()).toMatchObject([{ status: "pending" }]);
});

test("without a mail server an e-mail is a file with its id as the name", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-emails-"));
  await queue("zoe@example.com");
  await sendDueEmails(sendingWith(openMailer({ from: FROM, dataDir, log: () => {} })), forEver);
  const [file] = readdirSync(join(dataDir, "mail"));
  const id = file?.replace(/\.eml$/, "");
  expect(readFileSync(join(dataDir, "mail", String(file)), "utf8")).toContain(`Message-ID: <${id}@daybook>`);
  expect(await readAll()).toMatchObject([{ status: "sent" }]);
  rmSync(dataDir, { recursive: true });
});
