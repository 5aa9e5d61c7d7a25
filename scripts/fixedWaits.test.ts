import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { fixedWaitsIn } from "./fixedWaits.ts";

const root = dirname(import.meta.dirname);

/** The files that may wait for a fixed time, each with the reason why the wait causes no failures on a busy machine. */
const ALLOWED: Readonly<Record<string, string>> = {
  "server/src/features/business/changes/changes.test.ts": "The time only ends a wait for a condition.",
  "server/src/platform/database/actor.test.ts": "One millisecond, so that the code continues from a timer.",
  "server/src/platform/http/arrival.test.ts":
    "A client that sends slowly, or that is idle before its next request.",
  "server/test/fixtures/splitWire.ts": "The latency of a simulated connection.",
  "server/test/fixtures/stallingWire.ts": "The latency of a simulated connection.",
};

test("no test waits for a fixed time instead of a condition", () => {
  const files = globSync("{engine,server,sdk,scripts,apps/*,packages/*}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)(\/|$)/.test(name),
  }).filter((path) => /\.test\.tsx?$|(^|\/)test\//.test(path));
  expect(files.length).toBeGreaterThan(200);
  const waits = files.flatMap((path) => fixedWaitsIn(path, readFileSync(join(root, path), "utf8")));
  const pathOf = (wait: string) => wait.replace(/:\d+$/, "");
  expect(waits.filter((wait) => ALLOWED[pathOf(wait)] === undefined)).toEqual([]);
  expect([...new Set(waits.map(pathOf))].sort()).toEqual(Object.keys(ALLOWED));
});

test.each([
  ["a timer", 'import { setTimeout } from "node:timers/promises"; await setTimeout(50);'],
  ["a timer of another name", 'import { setTimeout as pause } from "timers/promises"; await pause(50);'],
  ["a timer of the module", 'import * as timers from "node:timers/promises"; await timers.setTimeout(50);'],
  ["a promise", "await new Promise((resolve) => setTimeout(resolve, 50));"],
  ["a promise in a block", "await new Promise((done) => { setTimeout(done, ms); });"],
  ["a page", "await page.waitForTimeout(50);"],
])("%s that waits for a fixed time is found", (_name, source) => {
  expect(fixedWaitsIn("a.ts", source)).toEqual(["a.ts:1"]);
});

test("waits for a condition and timers of the code under test are not", () => {
  const source = `
    await vi.waitUntil(() => isDone, { timeout: 20_000 });
    await new Promise((resolve) => server.listen(0, resolve));
    await new Promise((resolve, reject) => { socket.once("close", resolve); setTimeout(reject, 20_000); });
    setTimeout(() => response.end(), 50);`;
  expect(fixedWaitsIn("a.ts", source)).toEqual([]);
});
