import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../src/platform/embedded/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL server of this run; tests connect through `freshDatabase`. */
    testServer: string;
  }
}

/** One PostgreSQL server per run, in a temporary folder; each test file has databases of its own on it. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-test-"));
  chmodSync(dataDir, 0o711);
  // The data need not survive a power failure, and fsync doubles the duration of a run.
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
