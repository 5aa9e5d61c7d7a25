import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { withClient } from "../../../test/fixtures/testNodes.ts";
import { type EmbeddedDatabase, runningEmbedded, startEmbedded, useEmbedded } from "./index.ts";
import { isAlive, startTimeOf } from "./processes.ts";

const folders: string[] = [];
const running: EmbeddedDatabase[] = [];
const said: string[] = [];
const isRoot = process.getuid?.() === 0;

/** A running database for the tests that neither stop nor change it, because each new database takes a second of CPU time. */
let shared: EmbeddedDatabase;
let sharedDir: string;
/** A folder with a stopped database, of which tests start copies. */
let stopped: string;
beforeAll(async () => {
  stopped = newFolder();
  await (await start(stopped)).stop();
  sharedDir = join(newFolder(), `O'Hara & "Söhne", 50% (new)`);
  shared = await start(sharedDir);
  running.length = folders.length = said.length = 0;
});
afterAll(async () => {
  await shared.stop();
  for (const folder of [dirname(sharedDir), stopped]) rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const embedded of running.splice(0)) await embedded.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  said.length = 0;
});

test("committed data is present after a stop and another start", async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  await ask(first.connectionString, "create table notes as select 'kept' as text");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start(dataDir);
  expect(await ask(second.connectionString, "select text from notes")).toEqual([{ text: "kept" }]);
});

test("every commit waits for the disk, no network port is opened, and text sorts the same everywhere", async () => {
  const { connectionString, socketDir } = shared;
  const settings = `select name, setting from pg_settings where name in
    ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'TimeZone', 'server_encoding') order by name collate "C"`;
  expect(await ask(connectionString, settings)).toEqual([
    { name: "TimeZone", setting: "UTC" },
    { name: "fsync", setting: "on" },
    { name: "full_page_writes", setting: "on" },
    { name: "listen_addresses", setting: "" },
    { name: "server_encoding", setting: "UTF8" },
    { name: "synchronous_commit", setting: "on" },
  ]);
  expect(await ask(connectionString, "select 'Z' < 'a' as by_code_point, lower('ÄÉ') as folded")).toEqual([
    { by_code_point: true, folded: "äé" },
  ]);
  await ask(connectionString, "create extension btree_gist");
  expect(statSync(socketDir).mode & 0o777).toBe(0o700);
});

test("a database process that is killed is restarted with all committed data", async () => {
  const embedded = await start(copiedDatabase());
  await ask(embedded.connectionString, "create table notes as select 'kept' as text");
  const killed = embedded.pid;
  process.kill(killed, "SIGKILL");
  await vi.waitUntil(() => embedded.pid !== killed, { timeout: 60_000 });
  expect(await ask(embedded.connectionString, "select text from notes")).toEqual([{ text: "kept" }]);
  // A child of the killed process may still use its shared memory at the first attempt.
  const [first, ...retries] = said;
  expect(first).toBe("The database process exited unexpectedly. Restarting it.");
  expect(retries.pop()).toBe("The database is running again.");
  for (const retry of retries) expect(retry).toMatch(/shared memory block .* Retrying until it starts\.$/);
});

test("a second start on one data folder is refused, and a command uses the running database", async () => {
  const { connectionString } = shared;
  await expect(start(sharedDir)).rejects.toThrow(
    `process ${process.pid} (daybook start) has locked ${sharedDir}`,
  );
  const joined = await useEmbedded({ dataDir: sharedDir, log: () => {} });
  expect(joined.connectionString).toBe(connectionString);
  await joined.stop();
  expect(await ask(connectionString, "select 1 as alive")).toEqual([{ alive: 1 }]);
});

test("a folder that was never started has no running database", async () => {
  expect(await runningEmbedded(newFolder())).toBeUndefined();
});

test("when the process that started the database is killed, the database ends too", async () => {
  const { child, pid } = await startElsewhere(copiedDatabase());
  child.kill("SIGKILL");
  await vi.waitUntil(() => !isAlive(pid), { timeout: 60_000 });
});

test("a database that outlived its process does not prevent the next start", async () => {
  const dataDir = copiedDatabase();
  const { child, pid } = await startElsewhere(dataDir);
  killLifelineOf(pid);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isAlive(pid)).toBe(true);
  const embedded = await start(dataDir);
  expect(isAlive(pid)).toBe(false);
  expect(await ask(embedded.connectionString, "select text from notes")).toEqual([{ text: "kept" }]);
});

test("a start succeeds despite the files of a crash, even if other processes now have their process ids", async () => {
  const dataDir = copiedDatabase();
  const otherProcess = spawn("sleep", ["60"]);
  try {
    const lock = { pid: otherProcess.pid, birth: "another life", command: "start" };
    writeFileSync(join(dataDir, "daybook.lock"), JSON.stringify(lock));
    const leftover = [
      otherProcess.pid,
      join(dataDir, "postgres"),
      1,
      5432,
      join(dataDir, "socket"),
      "",
      "1 1",
      "ready",
    ];
    writeFileSync(join(dataDir, "postgres", "postmaster.pid"), `${leftover.join("\n")}\n`);
    const embedded = await start(dataDir);
    expect(await ask(embedded.connectionString, "select 1 as alive")).toEqual([{ alive: 1 }]);
    expect(otherProcess.exitCode).toBeNull();
  } finally {
    otherProcess.kill();
  }
});

test("an interrupted first start leaves no folder that a later start takes for a database", async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "postgres.new-1"));
  writeFileSync(join(dataDir, "postgres.new-1", "PG_VERSION"), "18\n");
  await start(dataDir);
  expect(existsSync(join(dataDir, "postgres.new-1"))).toBe(false);
});

test("a path too long for a socket uses a temporary folder, which is removed", async () => {
  const dataDir = join(newFolder(), "a-long-name-".repeat(8));
  const embedded = await start(dataDir);
  expect(embedded.socketDir.startsWith(dataDir)).toBe(false);
  expect(await ask(embedded.connectionString, "select 1 as alive")).toEqual([{ alive: 1 }]);
  await embedded.stop();
  expect(existsSync(embedded.socketDir)).toBe(false);
});

test("a folder may have any name", async () => {
  expect(shared.socketDir).toBe(join(sharedDir, "socket"));
  expect(await ask(shared.connectionString, "select 1 as alive")).toEqual([{ alive: 1 }]);
  expect(await runningEmbedded(sharedDir)).toBe(shared.connectionString);
});

test.runIf(isRoot)("another user's database is refused, and never replaced by an empty one", async () => {
  const dataDir = stopped;
  const script = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve("./index.ts"))};
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: console.log }).catch((error) => console.log(error.message));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    ...{ uid: 65534, gid: 65534, cwd: import.meta.dirname, encoding: "utf8" },
  });
  expect(stdout).toMatch(
    /^The database in .* belongs to another user \(uid \d+\)\. Start Daybook as that user or as root/,
  );
});

test("a folder made by another version of PostgreSQL is refused in a sentence", async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "16\n");
  await expect(start(dataDir)).rejects.toThrow(
    "was created by PostgreSQL 16; this release of Daybook includes 18",
  );
});

test.runIf(isRoot)(
  "below a folder that only root can enter, the database is stored in another folder and found again",
  async () => {
    const dataDir = join(newFolder(), "data");
    chmodSync(join(dataDir, ".."), 0o700);
    const first = await start(dataDir);
    const elsewhere = readFileSync(join(dataDir, "database-folder.txt"), "utf8").trim();
    folders.push(elsewhere);
    expect(said).toEqual([
      expect.stringMatching(/cannot access .*\/data\. The database is in .* instead\.$/),
    ]);
    await ask(first.connectionString, "create table notes as select 'kept' as text");
    await first.stop();
    const second = await start(dataDir);
    expect(said).toHaveLength(1);
    expect(await ask(second.connectionString, "select text from notes")).toEqual([{ text: "kept" }]);
    await second.stop();
    rmSync(elsewhere, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(`is in ${elsewhere}, which is missing`);
  },
);

test.runIf(isRoot)("a user without root privileges runs PostgreSQL under their own account", async () => {
  const dataDir = newFolder();
  const { child, pid } = await startElsewhere(join(dataDir, "data"), { uid: 65534, gid: 65534 });
  expect(statSync(join(dataDir, "data", "postgres")).uid).toBe(65534);
  child.kill("SIGKILL");
  await vi.waitUntil(() => !isAlive(pid), { timeout: 60_000 });
});

/** Creates a folder that all users may enter, so that the database's account can use it. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "daybook-embedded-"));
  chmodSync(folder, 0o777);
  folders.push(folder);
  return folder;
}

/** Creates a folder with a copy of the stopped database. */
function copiedDatabase(): string {
  const folder = newFolder();
  // `cp -a` keeps the owners and permissions that PostgreSQL requires.
  expect(spawnSync("cp", ["-a", join(stopped, "postgres"), folder]).status).toBe(0);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded({ dataDir, log: (line) => said.push(line) });
  running.push(embedded);
  return embedded;
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  return withClient(connectionString, async (client) => (await client.query(sql)).rows);
}

/** Starts a second process that starts the database, writes a row, prints the database's process id and keeps running. */
async function startElsewhere(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const script = `
    import pg from "pg";
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve("./index.ts"))};
    const { connectionString, pid } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query("create table notes as select 'kept' as text");
    await client.end();
    console.log(pid);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    ...user,
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("It ended at once."))),
  ]);
  const pid = Number(line);
  expect(startTimeOf(pid)).toBeDefined();
  return { child, pid };
}

function killLifelineOf(pid: number): void {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => line.trimEnd().endsWith(`daybook-lifeline ${pid}`));
  expect(lines).toHaveLength(1);
  for (const line of lines) process.kill(Number.parseInt(line, 10), "SIGKILL");
}
