import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Where files are in memory, on Linux. */
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

// A run makes and drops hundreds of databases: on a disk that is a third of all its work.
if (process.env.TMPDIR === undefined && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
}

export default defineConfig({
  test: {
    include: ["{engine,server,sdk,bench,scripts}/**/*.test.ts"],
    globalSetup: ["server/test/globalSetup.ts"],
    // Processes and not threads: tests start servers, send signals and change users.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
