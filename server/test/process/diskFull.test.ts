import { spawnSync } from "node:child_process";
import { chmodSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { runningEmbedded } from "../../src/platform/embedded/index.ts";
import { closeAtEnd } from "../fixtures/closeAtEnd.ts";
import { createSalon } from "../fixtures/salon.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { descendantsOf, type RunningServer, serverBelow, startServer } from "./daybook.ts";

const SIZE_MB = 192;
const folder = temporaryFolder("small-disk");
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs", folder]).status === 0;
if (mounted) closeAtEnd(() => spawnSync("umount", [folder]));
const filler = join(folder, "filler");
let server: RunningServer;
let key: string;
let clientsUrl: string;

beforeAll(async () => {
  if (!mounted) return;
  chmodSync(folder, 0o777);
  // Uses `web`, because the demo that `start` loads would fill this disk.
  server = await startServer(folder, { command: "web", DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" });
  const connectionString = await runningEmbedded(folder);
  if (connectionString === undefined) throw new Error("The embedded database does not run.");
  const database = openDatabase({ connectionString });
  const salon = await createSalon(database, systemClock);
  await database.close();
  key = salon.key;
  clientsUrl = `${server.address}/api/v1/businesses/${salon.businessId}/clients`;
});

async function createClient(): Promise<number> {
  const answer = await fetch(clientsUrl, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ first_name: "Zoe" }),
  });
  if (answer.status >= 500) expect(answer.headers.get("retry-after")).not.toBeNull();
  return answer.status;
}
const status = async (path: string) => (await fetch(`${server.address}${path}`)).status;

function fillDisk(): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
}

test.skipIf(!mounted)(
  "while the disk of the embedded database is full, requests get 503, and once space is freed, it recovers without an operator",
  async () => {
    expect(await createClient()).toBe(201);
    const pid = serverBelow(server.child.pid as number);
    fillDisk();
    const seen = new Map<number, number>();
    // The first of these requests fail because PostgreSQL cannot write to its tables. Later requests fail because PostgreSQL
    // cannot write to the WAL and stops with a PANIC.
    await vi.waitUntil(
      async () => {
        const answer = await createClient();
        seen.set(answer, (seen.get(answer) ?? 0) + 1);
        return (seen.get(503) ?? 0) >= 20;
      },
      { timeout: 120_000, interval: 0 },
    );
    expect([...seen.keys()].sort()).toEqual(seen.has(201) ? [201, 503] : [503]);
    await vi.waitUntil(async () => (await status("/health/ready")) === 503, { timeout: 30_000 });
    expect(await status("/health/live")).toBe(200);
    rmSync(filler);
    await vi.waitUntil(async () => (await status("/health/ready")) === 200, { timeout: 60_000 });
    await vi.waitUntil(async () => (await createClient()) === 201, { timeout: 60_000 });
    expect(serverBelow(server.child.pid as number)).toBe(pid);
  },
  300_000,
);

test.skipIf(!mounted)(
  "killed while the disk is full, it is restarted until there is space",
  async () => {
    const postmaster = () =>
      descendantsOf(serverBelow(server.child.pid as number)).find(({ command }) =>
        /bin\/postgres -D/.test(command),
      );
    fillDisk();
    const killed = postmaster()?.pid ?? 0;
    process.kill(killed, "SIGKILL");
    await vi.waitUntil(() => server.errors().includes("Retrying until it starts."), {
      timeout: 60_000,
    });
    expect(await status("/health/ready")).toBe(503);
    expect(await createClient()).toBe(503);
    expect(await status("/health/live")).toBe(200);
    rmSync(filler);
    await vi.waitUntil(async () => (await status("/health/ready")) === 200, { timeout: 60_000 });
    expect(await createClient()).toBe(201);
  },
  300_000,
);

test.runIf(!mounted)(
  "skipped: this process may not mount a small file system, which the tests above fill",
  () => {},
);
