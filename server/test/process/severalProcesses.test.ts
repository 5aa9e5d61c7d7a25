import { beforeAll, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { type TestDatabase, testDatabase } from "../fixtures/database.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import { isFullRun } from "../fullRun.ts";
import { commandHere } from "./commandHere.ts";
import {
  daybook,
  descendantsOf,
  isAlive,
  newDataFolder,
  type RunningServer,
  startServer,
} from "./daybook.ts";
import { migratedDataFolder } from "./migratedFolder.ts";
import { testRevocations } from "./revocations.ts";

// In a full run, oneCommand.test.ts also runs the tests for two servers on one database against two processes of one command.

const UNTIL = { timeout: 60_000, interval: 50 };
const PROCESSES = 2;
const dataDir = newDataFolder();
let database: TestDatabase;
let salon: Salon;
let server: RunningServer | undefined;

beforeAll(async () => {
  database = await testDatabase();
  salon = await createSalon(database, systemClock);
});

/** Returns the server that an earlier test started if it still runs, because each start takes four seconds of CPU time. */
async function started(): Promise<RunningServer> {
  if (server?.child.exitCode === null && server.child.signalCode === null) return server;
  server = await startServer(dataDir, {
    command: "web",
    DATABASE_URL: database.connectionString,
    DAYBOOK_SECRET: "s".repeat(32),
    DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
    DAYBOOK_PROCESSES: `${PROCESSES}`,
  });
  return server;
}

const linesOf = ({ errors }: RunningServer): { process: string; message: string }[] =>
  errors()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

/** Sends a request on a new connection, so that consecutive requests reach the processes in turn. */
const readServices = ({ address }: RunningServer) =>
  fetch(`${address}/api/v1/businesses/${salon.businessId}/services`, {
    headers: { authorization: `Bearer ${salon.key}`, connection: "close" },
  });

/** Returns the ids of the Daybook processes that the main process has started. */
function childrenOf({ child }: RunningServer): number[] {
  const [main, ...others] = descendantsOf(child.pid as number).filter(({ command }) =>
    command.includes("server/src/main.ts"),
  );
  if (main === undefined) throw new Error("There is no main process.");
  return others.map(({ pid }) => pid);
}

test("requests go to all processes in turn, and log lines and metrics name the process", async () => {
  const running = await started();
  for (let request = 0; request < 8; request++) expect((await readServices(running)).status).toBe(200);
  await vi.waitUntil(
    () => linesOf(running).filter(({ message }) => message === "request").length >= 8,
    UNTIL,
  );
  const requests = linesOf(running).filter(({ message }) => message === "request");
  const counts = Map.groupBy(requests, ({ process }) => process);
  expect([...counts].map(([process, lines]) => [process, lines.length]).sort()).toEqual([
    ["web-1", 4],
    ["web-2", 4],
  ]);

  const page = await (await fetch(`${running.address}/metrics`)).text();
  const counted = [...page.matchAll(/^daybook_http_requests_total\{.*process="(\S+)"\} (\d+)$/gm)];
  expect(counted.map(([, process, count]) => [process, Number(count)]).sort()).toEqual([
    ["web-1", 4],
    ["web-2", 4],
  ]);
  expect(page.match(/^# TYPE daybook_http_requests_total /gm)).toHaveLength(1);
  expect(page).toContain('process_resident_memory_bytes{process="web-2"}');
}, 240_000);

test("a port in use is reported once, and the start fails", async () => {
  const { port: PORT } = new URL((await started()).address);
  const second = daybook(["web"], {
    DAYBOOK_DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    DAYBOOK_SECRET: "s".repeat(32),
    DAYBOOK_PROCESSES: "2",
    PORT,
  });
  expect(await second.ended).toBe(1);
  expect(second.errors().match(/is in use by another program/g)).toHaveLength(1);
}, 240_000);

describe("two processes of one command", () => {
  let addresses: string[];
  beforeAll(async () => {
    const { address } = await started();
    // Both processes have the same address and receive new connections in turn.
    addresses = [address, address];
  });

  testRevocations(() => ({ addresses, database, salon }));
});

test("the main process restarts a killed process; meanwhile the server is not ready, and the other processes respond", async () => {
  const running = await started();
  const before = childrenOf(running);
  expect(before).toHaveLength(PROCESSES);
  process.kill(before[0] as number, "SIGKILL");
  // Waits until the main process has noticed that the process has ended. Before that, the main process may pass a connection to the killed
  // process, and the request gets no response (decision 72).
  await vi.waitUntil(
    () => linesOf(running).some(({ message }) => message.includes("exited unexpectedly")),
    UNTIL,
  );
  const statuses = new Set<number>();
  await vi.waitUntil(async () => {
    statuses.add((await readServices(running)).status);
    const answer = await fetch(`${running.address}/health/ready`);
    if (answer.status === 503) expect(await answer.json()).toMatchObject({ checks: { process: "starting" } });
    return answer.status === 503;
  }, UNTIL);
  await vi.waitUntil(async () => {
    statuses.add((await readServices(running)).status);
    return (await fetch(`${running.address}/health/ready`)).status === 200;
  }, UNTIL);
  expect([...statuses]).toEqual([200]);
  const after = childrenOf(running);
  expect(after).toHaveLength(PROCESSES);
  expect(after).not.toContain(before[0]);
  expect(linesOf(running).find(({ message }) => message.includes("exited unexpectedly"))).toMatchObject({
    process: "main",
    message: "The process web-1 exited unexpectedly (SIGKILL). Restarting it in 0.1 s.",
  });
}, 240_000);

test("SIGTERM ends all processes with code 0", async () => {
  const running = await started();
  const family = descendantsOf(running.child.pid as number).map(({ pid }) => pid);
  expect(await running.stop()).toBe(0);
  expect(family.filter(isAlive)).toEqual([]);
}, 240_000);

// `npm test` kills the launcher at the end of the next test.
test.runIf(isFullRun)(
  "when the launcher is killed, all processes end",
  async () => {
    const running = await started();
    const family = descendantsOf(running.child.pid as number).map(({ pid }) => pid);
    running.child.kill("SIGKILL");
    await vi.waitUntil(() => !family.some(isAlive), UNTIL);
  },
  240_000,
);

test("start runs the embedded database and the worker once, and all its processes end with it", async () => {
  const own = await migratedDataFolder();
  // The first start would otherwise load the demo salon, which takes ten times as long as the rest of this test.
  const business = [
    "--name",
    "Haarwerk",
    "--owner-email",
    "jana@example.com",
    "--country",
    "DE",
    "--currency",
    "EUR",
  ];
  const created = await commandHere(["business", "create", ...business, "--time-zone", "Europe/Berlin"], {
    DAYBOOK_DATA_DIR: own,
  });
  expect(created.code).toBe(0);
  const running = await startServer(own, { DAYBOOK_PROCESSES: `${PROCESSES}`, PORT: "0" });
  server = running;
  const family = descendantsOf(running.child.pid as number);
  // PostgreSQL's new child processes have the same command line as PostgreSQL until they set their title.
  const databases = family
    .map(({ command }) => command)
    .filter((command) => /bin\/postgres -D/.test(command));
  expect(new Set(databases).size).toBe(1);
  expect(childrenOf(running)).toHaveLength(PROCESSES + 1);
  expect(family.filter(({ command }) => /main\.ts worker$/.test(command))).toHaveLength(1);
  const page = await (await fetch(`${running.address}/metrics`)).text();
  expect(page).toContain('daybook_webhook_attempts_total{outcome="succeeded",process="worker"}');
  if (isFullRun) {
    expect(await running.stop()).toBe(0);
    expect(family.map(({ pid }) => pid).filter(isAlive)).toEqual([]);
  } else {
    running.child.kill("SIGKILL");
    await vi.waitUntil(() => !family.some(({ pid }) => isAlive(pid)), UNTIL);
  }
}, 300_000);
