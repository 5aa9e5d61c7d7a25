import { expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { runningEmbedded } from "../../src/platform/embedded/index.ts";
import { createSalon } from "../fixtures/salon.ts";
import { isFullRun } from "../fullRun.ts";
import { descendantsOf, serverBelow, startServer } from "./daybook.ts";
import { migratedDataFolder } from "./migratedFolder.ts";

/**
 * The maximum duration of a request in milliseconds (decision 41), with a tolerance for busy machines. A full run needs an
 * idle machine.
 */
const LIMIT_MS = 20_000 + (isFullRun ? 1_000 : 20_000);
const CALLERS = 24;
const UNTIL = { timeout: 60_000, interval: 100 };

const dataDir = await migratedDataFolder();

const server = await startServer(dataDir, { command: "web", DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" });
const connectionString = await runningEmbedded(dataDir);
if (connectionString === undefined) throw new Error("The embedded database does not run.");
const database = openDatabase({ connectionString });
const salon = await createSalon(database, systemClock);
await database.close();
const headers = { authorization: `Bearer ${salon.key}`, "content-type": "application/json" };
const base = `${server.address}/api/v1/businesses/${salon.businessId}`;

const status = async (path: string) => (await fetch(`${server.address}${path}`)).status;

/** Returns the database's processes, the postmaster first. */
function databaseProcesses(): { pid: number; command: string }[] {
  return descendantsOf(serverBelow(server.child.pid as number)).filter(({ command }) =>
    /postgres/.test(command),
  );
}

interface Answered {
  readonly status: number;
  /** The id of the created client; undefined if the request failed. */
  readonly id: string | undefined;
}

async function createClient(first_name: string): Promise<Answered> {
  const body = JSON.stringify({ first_name });
  const answer = await fetch(`${base}/clients`, { method: "POST", headers, body });
  if (answer.status === 503) expect(answer.headers.get("retry-after")).not.toBeNull();
  const { data } = (await answer.json()) as { data?: { id: string } };
  return { status: answer.status, id: data?.id };
}

/** Returns the status and duration of each request from the server's log. */
function loggedRequests(since: number): { status: number; ms: number }[] {
  return server
    .errors()
    .slice(since)
    .split("\n")
    .filter((line) => line.includes('"message":"request"'))
    .map((line) => JSON.parse(line));
}

test("while the database is stopped (SIGSTOP), responses arrive within the time limit and /health/live at once; afterwards requests succeed again", async () => {
  expect((await createClient("Before")).status).toBe(201);
  const logged = server.errors().length;
  const stopped = databaseProcesses();
  expect(stopped.length).toBeGreaterThan(3);
  for (const { pid } of stopped) process.kill(pid, "SIGSTOP");
  try {
    const answers = Promise.all(
      Array.from({ length: CALLERS }, async (_, nth) =>
        nth % 2
          ? (await createClient(`Stopped ${nth}`)).status
          : (await fetch(`${base}/services`, { headers })).status,
      ),
    );
    expect(await status("/health/live")).toBe(200);
    expect(await status("/health/ready")).toBe(503);
    expect([...new Set(await answers)]).toEqual([503]);
    expect(await status("/health/live")).toBe(200);
  } finally {
    for (const { pid } of stopped) process.kill(pid, "SIGCONT");
  }
  await vi.waitUntil(async () => (await status("/health/ready")) === 200, UNTIL);
  await vi.waitUntil(async () => (await createClient("After")).status === 201, UNTIL);
  const requests = await vi.waitUntil(() => {
    const found = loggedRequests(logged).filter((request) => request.status === 503);
    return found.length >= CALLERS && found;
  }, UNTIL);
  expect(Math.max(...requests.map(({ ms }) => ms))).toBeLessThan(LIMIT_MS);
}, 240_000);

test.each(isFullRun ? ["a backend", "the checkpointer"] : ["a backend"])(
  "when %s is killed, PostgreSQL ends all sessions and recovers: answers are 201 or 503, and what was answered 201 is there",
  async (victim) => {
    const created = new Set<string>();
    const seen = new Set<number>();
    let isOver = false;
    const callers = Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let nth = 0; !isOver; nth++) {
          const { status, id } = await createClient(`${victim} ${caller} ${nth}`);
          seen.add(status);
          if (id !== undefined) created.add(id);
        }
      }),
    );
    await vi.waitUntil(() => created.size > CALLERS, UNTIL);
    const wanted = victim === "a backend" ? /daybook.*\[local\]/ : /checkpointer/;
    const listed = () => databaseProcesses().filter(({ command }) => wanted.test(command));
    const found = listed();
    const killed = new Set(found.map(({ pid }) => pid));
    // Kills all listed backends. A single backend could be exiting already, and killing it would have no effect.
    expect(found.filter(({ pid }) => isKilled(pid)).length).toBeGreaterThan(0);
    // Waits for new processes, because PostgreSQL may end all sessions and restart so fast that no request fails.
    await vi.waitUntil(() => {
      const now = listed();
      return now.length > 0 && now.every(({ pid }) => !killed.has(pid));
    }, UNTIL);
    const before = created.size;
    await vi.waitUntil(() => created.size > before + CALLERS, UNTIL);
    isOver = true;
    await callers;
    expect([...seen].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(await status("/health/ready")).toBe(200);
    for (const id of created)
      expect((await fetch(`${base}/clients/${id}`, { headers })).status, id).toBe(200);
  },
  240_000,
);

/** Kills a process. Returns false if the process has already ended. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
