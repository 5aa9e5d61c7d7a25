import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmailServer } from "../../../test/fixtures/emailServer.ts";
import { openEmailOutbox, openMailer } from "./index.ts";

const server = await startEmailServer();

const FROM = "Salon Lindenhof <hello@lindenhof.example>";
const overSmtp = () => openMailer({ smtpUrl: server.url, from: FROM, dataDir: "/nowhere", log: () => {} });

test("an e-mail with umlauts arrives at a real mail server", async () => {
  const mailer = overSmtp();
  await mailer.send({
    to: "zoe@example.com",
    subject: "Grüße",
    text: "Schöne Grüße\nhttps://example.com/?a=b",
  });
  mailer.close();
  const [email] = server.receivedEmails.splice(0);
  expect(email).toMatchObject({
    to: ["zoe@example.com"],
    from: "hello@lindenhof.example",
    subject: "Grüße",
  });
  expect(email?.text).toContain("Schöne Grüße\nhttps://example.com/?a=b");
});

test("no comma, line break or bracket in an address adds a second recipient", async () => {
  const mailer = overSmtp();
  const hostile = [
    "a@example.com, b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com> <b@example.com",
  ];
  for (const to of hostile)
    await mailer.send({ to, subject: "x\r\nBcc: c@example.com", text: "x" }).catch(() => {});
  mailer.close();
  for (const email of server.receivedEmails.splice(0)) {
    expect(email.to).toHaveLength(1);
    expect(email.to).not.toContain("b@example.com");
    expect(email.source).not.toMatch(/^Bcc:/im);
  }
});

test("a mail server that refuses or is unreachable causes an error", async () => {
  const mailer = overSmtp();
  await expect(mailer.send({ to: "refused@example.com", subject: "x", text: "x" })).rejects.toThrow(/550/);
  mailer.close();
  const gone = await startEmailServer();
  await gone.close();
  const lost = openMailer({ smtpUrl: gone.url, from: FROM, dataDir: "/nowhere", log: () => {} });
  await expect(lost.send({ to: "zoe@example.com", subject: "x", text: "x" })).rejects.toThrow(/ECONNREFUSED/);
  lost.close();
});

test("the message of a mail server that refuses an address is not logged", async () => {
  const mailer = overSmtp();
  const logged: unknown[] = [];
  const log = (message: string, error: unknown) => void logged.push(message, String(error));
  const post = openEmailOutbox({ mailer, address: () => "", log });
  expect(await post.deliver({ to: "refused@example.com", subject: "x", text: "x" })).toBe(false);
  expect(logged).toEqual(["an e-mail could not be sent", "Error: EENVELOPE 550"]);
  mailer.close();
});

test("without a mail server an e-mail is a file that only its owner can read, and the log names it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-mail-"));
  const said: string[] = [];
  const mailer = openMailer({ from: FROM, dataDir, log: (line) => said.push(line) });
  await mailer.send({ to: "zoe@example.com", subject: "Welcome", text: "Come in." });
  await mailer.send({ to: "ben@example.com", subject: "Welcome", text: "You too." });
  const files = readdirSync(join(dataDir, "mail")).map((name) => join(dataDir, "mail", name));
  expect(files).toHaveLength(2);
  expect(readFileSync(String(files[0]), "utf8")).toMatch(
    /To: zoe@example\.com[\s\S]*Subject: Welcome[\s\S]*Come in\./,
  );
  expect(statSync(String(files[0])).mode & 0o777).toBe(0o600);
  expect(said[0]).toContain(files[0]);
  expect(said.join()).not.toMatch(/zoe|ben/);
  rmSync(dataDir, { recursive: true });
});

test("a mail server that never greets causes a timeout", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const mailer = openMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: FROM,
    dataDir: "/nowhere",
    log: () => {},
    timeoutMs: 100,
  });
  await expect(mailer.send({ to: "zoe@example.com", subject: "x", text: "x" })).rejects.toThrow(
    /greeting|timeout/i,
  );
  mailer.close();
  silent.close();
});
