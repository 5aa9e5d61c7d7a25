import { defineConfig } from "vitest/config";

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
