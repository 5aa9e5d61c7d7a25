import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { descendantsOf, isAlive, runProgram } from "./daybook.ts";
import { migratedDataFolder } from "./migratedFolder.ts";

const LONG = 240_000;
const root = join(import.meta.dirname, "..", "..", "..");
const dataDir = await migratedDataFolder();

test("npm run dev restarts the server when a source file changes, and Ctrl-C leaves no process behind", async () => {
  const dev = runProgram("dev.mjs", ["web"], { PORT: "0", DAYBOOK_DATA_DIR: dataDir });
  const starts = () => dev.output().match(/ready at http/g)?.length ?? 0;
  const isUp = (count: number) => () => starts() >= count || dev.child.exitCode !== null;
  await vi.waitUntil(isUp(1), { timeout: LONG });
  expect(starts(), dev.errors()).toBe(1);

  const source = join(root, "server", "src", "kernel", "clock.ts");
  const { atime } = statSync(source);
  utimesSync(source, atime, new Date());
  await vi.waitUntil(isUp(2), { timeout: LONG });
  expect(starts(), dev.errors()).toBe(2);

  const processes = descendantsOf(dev.child.pid as number).map(({ pid }) => pid);
  // The processes are the watcher, the server, and the database with its child processes.
  expect(processes.length).toBeGreaterThan(5);
  dev.child.kill("SIGINT");
  await dev.ended;
  expect(processes.filter(isAlive)).toEqual([]);
  // The database uses another folder if its user cannot access the data folder.
  const pointer = join(dataDir, "database-folder.txt");
  const folder = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : join(dataDir, "database");
  expect(existsSync(join(folder, "postmaster.pid"))).toBe(false);
}, 240_000);
