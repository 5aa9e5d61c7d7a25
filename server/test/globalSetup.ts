import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../src/platform/embedded/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the PostgreSQL server of this run answers; connect through `freshDatabase`. */
    testServer: string;
  }
}

/** One PostgreSQL server per run, in a folder that is thrown away; each test file gets databases of its own on it. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-test-"));
  chmodSync(dataDir, 0o711);
  // Nothing here has to survive a power cut, and commits that wait for the disk make a run twice as long.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "200",
  };
  const server = await startEmbedded({ dataDir, log: () => {}, command: "test", settings });
  project.provide("testServer", server.connectionString);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
