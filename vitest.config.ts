import { existsSync, statfsSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";
import { LongTestsFirst } from "./scripts/testOrder.ts";

/** A folder on a file system in memory, on Linux. */
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

// A run creates and drops hundreds of databases. On a disk, this takes a third of the run's time.
if (process.env.TMPDIR === undefined && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= ENOUGH_BYTES) process.env.TMPDIR = MEMORY;
}

const WORKSPACES = "{engine,server,sdk,bench,packages/*,apps/*}";

/**
 * Tests that do not change the global state of their process. Therefore one process runs many of these files and loads and
 * compiles the server's modules once. This saves two seconds of CPU time for each file.
 */
const SHARED = [
  `${WORKSPACES}/{src,test,build,cases}/**/*.test.{ts,tsx}`,
  "scripts/**/*.test.ts",
  // The other connectors need packages that are not open source: `npm run connectors` tests them.
  "connectors/make/*.test.ts",
  "connectors/zapier/lint.test.ts",
  "connectors/test/*.test.ts",
];
/**
 * Tests that each need a separate process: the tests that inspect all statements that their process has declared, the test that
 * mocks a module, and the test that runs other test files with another fixture.
 */
const ALONE = [
  "server/test/cluster/statementRuns.test.ts",
  "server/test/process/oneCommand.test.ts",
  "server/src/platform/database/statement.test.ts",
  "server/src/tables/ownership.test.ts",
  "server/src/platform/images/loadSharp.test.ts",
];

export default defineConfig({
  test: {
    globalSetup: ["server/test/globalSetup.ts"],
    setupFiles: ["server/test/closeFixtures.ts"],
    // Uses processes instead of threads, because tests start servers, send signals and change users.
    pool: "forks",
    // More than the two processors of CI, because many tests wait for processes, time limits and retries.
    maxWorkers: 5,
    // The timeouts limit only failed waits. A busy machine needs several times as long as an idle machine.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // A poll ends when its condition is met; the default of one second is too short for a busy machine.
    expect: { poll: { timeout: 50_000 } },
    // A larger space for new objects than V8's default: short tests create many objects, and fewer collections save 5 % of the CPU time.
    execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=16"],
    sequence: { sequencer: LongTestsFirst },
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      {
        extends: true,
        test: {
          name: "shared",
          include: SHARED,
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
});
