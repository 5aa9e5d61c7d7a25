import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { queueEmail } from "../../src/platform/email/index.ts";
import { emailJobs, sendDueEmails } from "../../src/platform/email/sender.ts";
import { testDatabase } from "../fixtures/database.ts";
import { startEmailServer } from "../fixtures/emailServer.ts";
import { createSalon } from "../fixtures/salon.ts";
import { sql } from "../fixtures/sql.ts";
import { daybook, newDataFolder, type RunningCommand, serverBelow, startServer } from "./daybook.ts";

const dataDir = newDataFolder();
const HOUR = 3_600_000;

const running: RunningCommand[] = [];
/** The worker that the first test leaves running for the second test, because each start takes more than a second of CPU time. */
let left: RunningCommand | undefined;

const database = await testDatabase();
const emailServer = await startEmailServer();
const settings = {
  DAYBOOK_DATA_DIR: dataDir,
  DATABASE_URL: database.connectionString,
  DAYBOOK_SECRET: "s".repeat(32),
  SMTP_URL: emailServer.url,
  DAYBOOK_WEBHOOK_ALLOW_PRIVATE: "0",
  DAYBOOK_WEBHOOK_ALLOW_HTTP: "0",
};
afterEach(async () => {
  await endAll(running.splice(0).filter((one) => one !== left));
  emailServer.receivedEmails.length = 0;
  emailServer.answer = () => undefined;
  await sql(database)`delete from emails`;
});

async function endAll(commands: readonly RunningCommand[]): Promise<void> {
  for (const { child } of commands) child.kill("SIGTERM");
  await Promise.all(commands.map(({ ended }) => ended));
}

const statuses = async () =>
  (
    await sql(database)<{ status: string }>`
  select status from emails order by created_at, id`
  ).map(({ status }) => status);
const queue = (...recipients: string[]) =>
  database.transaction(async (tx) => {
    for (const to of recipients)
      queueEmail(tx, { purpose: `to ${to}`, to, subject: "Tomorrow at ten", text: "See you." });
  });

async function startWorker(command = "worker", more: Record<string, string> = {}): Promise<RunningCommand> {
  const worker = daybook([command], { ...settings, ...more });
  running.push(worker);
  await vi.waitUntil(() => worker.output().includes("worker is ready") || worker.child.exitCode !== null, {
    timeout: 240_000,
  });
  expect(worker.child.exitCode, worker.errors()).toBeNull();
  return worker;
}

/** Receives webhooks and records their bodies and signatures. */
async function openReceiver() {
  const received: { body: string; signature: string }[] = [];
  const receiver = createServer((request, response) => {
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ body, signature: String(request.headers["service-signature"]) });
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      receiver.close();
      receiver.closeAllConnections();
    },
  };
}

test("the role web runs no jobs; a worker, also a new one after kill -9, sends signed events and e-mails, each once", async () => {
  const salon = await createSalon(database, systemClock);
  const { received, url, close } = await openReceiver();
  const open = { DAYBOOK_WEBHOOK_ALLOW_PRIVATE: "1", DAYBOOK_WEBHOOK_ALLOW_HTTP: "1" };
  await queue("first@example.com");
  // `start` would load the demo into an empty database; this database has a salon.
  const server = await startServer(dataDir, { ...settings, ...open, command: "start", DAYBOOK_ROLE: "web" });
  running.push(server);
  expect(server.output()).toContain("daybook worker");
  const page = await (await fetch(`${server.address}/metrics`)).text();
  expect(page).toContain('daybook_emails{status="pending"} 1');
  expect(page).not.toContain("daybook_email_attempts_total");

  const base = `${server.address}/api/v1/businesses/${salon.businessId}`;
  const authorization = `Bearer ${salon.key}`;
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${base}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { data: { id: string; secret: string } }).data;
  };
  const { id: endpointId, secret } = await send("/webhooks", { url, events: ["client.created"] });
  // The event of the salon's first client is also pending, because no worker has run yet.
  const ids = [salon.clientId];
  const change = async (name: string) => ids.push((await send("/clients", { first_name: name })).id);
  const deliveredIds = () =>
    received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
  const arrived = () => vi.waitUntil(() => deliveredIds().length === ids.length, { timeout: 60_000 });
  /** Waits until the results of the deliveries are stored. Killing a worker before its commit would repeat a delivery. */
  const recorded = () =>
    vi.waitUntil(
      async () => {
        const log = await fetch(`${base}/webhooks/${endpointId}/deliveries?status=succeeded`, {
          headers: { authorization },
        });
        expect(log.status).toBe(200);
        return ((await log.json()) as { data: { items: unknown[] } }).data.items.length === ids.length;
      },
      { timeout: 60_000 },
    );

  await change("Ada");
  emailServer.answer = (step) => (step === "message" ? "say nothing" : undefined);
  const killed = await startWorker("start", { ...open, DAYBOOK_ROLE: "worker" });
  await arrived();
  await change("Ben");
  await arrived();
  await recorded();
  // The mail server has received the e-mail but has not confirmed it yet.
  await vi.waitUntil(() => emailServer.receivedEmails.length === 1, { timeout: 60_000 });
  process.kill(serverBelow(killed.child.pid as number), "SIGKILL");
  await killed.ended;
  expect(await statuses()).toEqual(["sending"]);
  emailServer.answer = () => undefined;
  await queue("second@example.com");
  await change("Cleo");
  await change("Dora");

  const next = await startWorker("worker", { ...open, PORT: "0" });
  left = next;
  await arrived();
  expect(deliveredIds()).toEqual(ids);
  for (const { body, signature } of received) expect(isSigned(body, signature, secret)).toBe(true);
  close();
  await vi.waitUntil(async () => (await statuses()).includes("sent"), { timeout: 60_000 });
  expect(emailServer.receivedEmails.flatMap(({ to }) => to)).toEqual([
    "first@example.com",
    "second@example.com",
  ]);
  await servesHealthChecksOnly(/ready at (http:\/\/\S+)/.exec(next.output())?.[1]);
  // With the database clock an hour ahead, the first e-mail becomes `unknown` and is not sent again.
  const later = { database, databaseClock: { aheadMs: () => HOUR }, log: () => {}, mailer: unusedMailer };
  const signal = new AbortController().signal;
  await emailJobs(later)
    .find(({ name }) => name === "interrupted e-mails")
    ?.run(signal);
  await sendDueEmails(later, signal);
  expect((await statuses()).sort()).toEqual(["sent", "unknown"]);
}, 240_000);

/** Checks that a worker with `PORT` serves health checks and metrics, but not the API. It has sent one e-mail. */
async function servesHealthChecksOnly(address: string | undefined): Promise<void> {
  const ask = (path: string) => fetch(`${address}${path}`);
  expect((await ask("/health/live")).status).toBe(200);
  expect(await (await ask("/health/ready")).json()).toMatchObject({ status: "ready" });
  expect((await ask("/api/v1/me")).status).toBe(404);
  await vi.waitUntil(
    async () =>
      (await (await ask("/metrics")).text()).includes('daybook_email_attempts_total{outcome="sent"} 1'),
    { timeout: 60_000, interval: 200 },
  );
}

const unusedMailer = {
  send: async () => {
    throw new Error("No e-mail may be sent.");
  },
  close: () => {},
};

function isSigned(body: string, header: string, secret: string): boolean {
  const [, time, code] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  return code === createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
}

test("a mail server that does not answer delays the shutdown of a worker by at most ten seconds", async () => {
  emailServer.answer = () => "say nothing";
  await queue("zoe@example.com");
  const worker = left ?? (await startWorker());
  left = undefined;
  running.push(worker);
  await vi.waitUntil(async () => (await statuses())[0] === "sending", { timeout: 60_000 });
  const askedAt = performance.now();
  expect(await worker.stop()).toBe(0);
  expect(performance.now() - askedAt).toBeLessThan(30_000);
  expect(await statuses()).toEqual(["sending"]);
}, 240_000);

test("a worker runs background jobs, opens no port, and after SIGTERM finishes sending an e-mail and exits with 0", async () => {
  const confirmation = Promise.withResolvers<undefined>();
  emailServer.answer = (step) => (step === "message" ? confirmation.promise : undefined);
  await queue("zoe@example.com");
  const worker = await startWorker();
  expect(worker.output()).toBe("Daybook's worker is ready\n\n");
  await vi.waitUntil(() => emailServer.receivedEmails.length === 1, { timeout: 60_000 });
  worker.child.kill("SIGTERM");
  confirmation.resolve(undefined);
  expect(await worker.ended).toBe(0);
  expect(worker.errors()).toBe("");
  expect(await statuses()).toEqual(["sent"]);
}, 240_000);
