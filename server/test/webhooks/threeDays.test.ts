import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buildApp } from "../../src/app.ts";
import { addMembership, createUser } from "../../src/features/access/accounts/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { temporaryBlobs } from "../../src/platform/blobs/index.ts";
import { openMailer } from "../../src/platform/email/index.ts";
import { startWorker, type Worker } from "../../src/worker.ts";
import { type TestDatabase, testDatabase } from "../fixtures/database.ts";
import { type EmailServer, startEmailServer } from "../fixtures/emailServer.ts";
import { openReceiver, type Receiver } from "../fixtures/receiver.ts";
import { callerOf, createSalon } from "../fixtures/salon.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RETRIES_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];
/** A duration longer than the worker's polling interval of one second. */
const A_MOMENT_MS = 15_000;

let aheadMs: number;
const clock = { now: () => systemClock.now() + aheadMs };
const databaseClock = { aheadMs: () => aheadMs };

let database: TestDatabase;
let post: EmailServer;
let receiver: Receiver;
let worker: Worker;
let closeAll: () => Promise<void>;
let isWell: boolean;
/** The times of the requests by the test's clock, in milliseconds since the epoch. */
const cameAt: number[] = [];

beforeEach(async () => {
  aheadMs = 0;
  isWell = false;
  cameAt.length = 0;
  database = await testDatabase();
  post = await startEmailServer();
  receiver = await openReceiver(() => {
    cameAt.push(clock.now());
    return { status: isWell ? 200 : 503 };
  });
});
afterEach(async () => {
  await closeAll();
  receiver.close();
  await post.close();
  await database.close();
});

test("a failing endpoint is retried on the schedule, disabled after three days with one e-mail to each owner, and continues after it is enabled", async () => {
  const secret = "a secret that every test may know";
  const webhooks = { allowPrivate: true, allowHttp: true };
  const logged: string[] = [];
  const log = (message: string, error: unknown) => void logged.push(`${message}: ${error}`);
  const app = await buildApp({ database, clock, databaseClock, secret, webhooks, checkAnswers: true });
  const salon = await createSalon(database, clock);
  await database.transaction(async (tx) => {
    for (const role of ["owner", "manager"] as const) {
      const person = { email: `second-${role}@example.com`, firstName: "Ann", lastName: null, now: 0 };
      const { id: userId } = await createUser(tx, person);
      await addMembership(tx, { userId, businessId: salon.businessId, role, staffId: null, now: 0 });
    }
  });
  const temporary = temporaryBlobs();
  const mailer = openMailer({
    smtpUrl: post.url,
    from: "Daybook <daybook@example.com>",
    dataDir: "",
    log: () => {},
    timeoutMs: 10_000,
  });
  const blobs = temporary.blobs;
  const paymentProvider = null;
  worker = startWorker({
    database,
    clock,
    databaseClock,
    secret,
    webhooks,
    blobs,
    paymentProvider,
    mailer,
    appUrl: "https://book.example.com",
    log,
  });
  closeAll = async () => {
    await worker.close();
    mailer.close();
    await app.close();
    await temporary.close();
  };
  const call = callerOf(app, salon);
  const ok = async (...args: Parameters<typeof call>) => {
    const { status, body } = await call(...args);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body.data;
  };
  const { id } = await ok("POST", "/webhooks", {
    url: `${receiver.url}/s3cr3t?token=s3cr3t`,
    events: ["client.created"],
  });
  const endpoint = async () => (await ok("GET", "/webhooks")).items[0];
  /** Returns the delivery log, oldest first. */
  const deliveryLog = async () => (await ok("GET", `/webhooks/${id}/deliveries?limit=100`)).items.reverse();
  const newClient = () => ok("POST", "/clients", { first_name: "Ada" });
  const until = (condition: () => Promise<boolean> | boolean) =>
    vi.waitUntil(condition, { timeout: 120_000, interval: 20 });
  const attemptsAre = (...counts: number[]) =>
    until(async () => {
      const attempts = (await deliveryLog()).map(
        (delivery: { attempts: object[] }) => delivery.attempts.length,
      );
      return attempts.join() === counts.join();
    });
  /**
   * Waits until the worker has handled all due deliveries. Sends a test delivery, which is last in the queue, and returns the
   * number of requests before it.
   */
  const countAttempts = async () => {
    const before = cameAt.length;
    await ok("POST", `/webhooks/${id}/test`);
    await until(() => cameAt.length > before);
    return before;
  };

  // The worker makes six attempts to deliver the first event.
  await newClient();
  await attemptsAre(1);
  const { failing_since } = await endpoint();
  expect(failing_since).not.toBeNull();
  for (const [nth, delayMs] of RETRIES_MS.entries()) {
    aheadMs += delayMs - A_MOMENT_MS;
    await until(async () => Date.parse((await deliveryLog())[0].next_attempt_at) > clock.now());
    aheadMs += A_MOMENT_MS;
    await attemptsAre(nth + 2);
  }
  const [first] = await deliveryLog();
  expect(first).toMatchObject({ status: "failed", next_attempt_at: null });
  for (const [nth, delayMs] of RETRIES_MS.entries()) {
    const [before, after] = [first.attempts[nth], first.attempts[nth + 1]];
    const waited = Date.parse(after.started_at) - Date.parse(before.started_at) - before.duration_ms;
    expect(waited).toBeGreaterThanOrEqual(delayMs);
    expect(waited).toBeLessThan(delayMs + 2 * A_MOMENT_MS);
  }

  // A second event is published 24 hours after the first failure. Its attempts also fail.
  aheadMs += 24 * HOUR_MS - (14 * HOUR_MS + 36 * MINUTE_MS);
  await newClient();
  await attemptsAre(6, 1);
  for (const [nth, delayMs] of RETRIES_MS.entries()) {
    aheadMs += delayMs;
    await attemptsAre(6, nth + 2);
  }
  expect(await endpoint()).toMatchObject({ status: "enabled", failing_since });
  // The worker makes no attempts until 72 hours have passed. Then it makes a last attempt with the oldest event.
  aheadMs = Date.parse(failing_since) + 72 * HOUR_MS - A_MOMENT_MS * 2 - systemClock.now();
  expect(post.receivedEmails).toEqual([]);
  aheadMs += A_MOMENT_MS * 2;
  await attemptsAre(7, 6);
  await until(async () => (await endpoint()).status === "disabled");
  const off = await endpoint();
  expect(Date.parse(off.disabled_at)).toBeGreaterThanOrEqual(Date.parse(failing_since) + 72 * HOUR_MS);

  // Each owner gets one e-mail. Other business members get none.
  await until(() => post.receivedEmails.length === 2);
  expect(post.receivedEmails.flatMap(({ to }) => to)).toContain("second-owner@example.com");
  expect(new Set(post.receivedEmails.flatMap(({ to }) => to)).size).toBe(2);
  expect(post.receivedEmails.flatMap(({ to }) => to)).not.toContain("second-manager@example.com");
  for (const { subject, text } of post.receivedEmails) {
    expect(subject).toBe("Ein Webhook von Salon Lindenhof wurde abgeschaltet");
    expect(text).toContain(new URL(receiver.url).origin);
    expect(text).toContain(`https://book.example.com/app/${salon.businessId}/settings/webhooks`);
    expect(subject + text).not.toMatch(/s3cr3t|whsec_/);
  }

  // While the endpoint is disabled, events stay queued: one for more than three days, two for less.
  await newClient();
  await attemptsAre(7, 6, 0);
  aheadMs += 50 * HOUR_MS;
  await newClient();
  await attemptsAre(7, 6, 0, 0);
  aheadMs += 30 * HOUR_MS;
  await newClient();
  await attemptsAre(7, 6, 0, 0, 0);
  isWell = true;
  const arrived = await countAttempts();
  expect(cameAt.length).toBe(arrived + 1);
  expect((await endpoint()).status).toBe("disabled");

  await ok("POST", `/webhooks/${id}/enable`);
  await until(async () => (await deliveryLog()).every((one: { status: string }) => one.status !== "pending"));
  expect(await endpoint()).toMatchObject({ status: "enabled", failing_since: null, disabled_at: null });
  const outcomes = (await deliveryLog()).map(
    ({ kind, status, attempts }: { kind: string; status: string; attempts: object[] }) => [
      kind,
      status,
      attempts.length,
    ],
  );
  expect(outcomes).toEqual([
    ["event", "failed", 7],
    ["event", "failed", 6],
    ["event", "failed", 0],
    ["event", "succeeded", 1],
    ["event", "succeeded", 1],
    ["test", "succeeded", 1],
  ]);
  // The worker sends the events in order, oldest first.
  const resumed = (await deliveryLog()).slice(3, 5).map((one: { event_id: string }) => one.event_id);
  expect(receiver.requests.slice(-2).map(({ headers }) => headers["service-event-id"])).toEqual(resumed);
  // The server has sent no second e-mail and logged no error.
  expect(logged).toEqual([]);
  expect(post.receivedEmails).toHaveLength(2);
}, 240_000);
