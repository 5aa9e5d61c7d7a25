import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** The folder whose files stay in memory, on Linux. */
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

// A run creates and drops hundreds of databases, which takes a third of its time on a disk.
if (process.env.TMPDIR === undefined && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
}

export default defineConfig({
  test: {
    include: [
      "{engine,server,sdk,bench,scripts,apps,packages}/**/*.test.{ts,tsx}",
      // The other connectors need packages that are not open source: `npm run connectors` tests them.
      "connectors/make/*.test.ts",
      "connectors/zapier/lint.test.ts",
      "connectors/test/*.test.ts",
    ],
    globalSetup: ["server/test/globalSetup.ts"],
    // Processes, not threads: tests start servers, send signals and change users.
    pool: "forks",
    // More than the two processors of CI: many tests wait for processes, time limits and retries.
    maxWorkers: 3,
    // Only the end of waiting: a machine with other load needs several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // A poll ends with its condition; the default of one second is too short for a busy machine.
    expect: { poll: { timeout: 50_000 } },
  },
});
