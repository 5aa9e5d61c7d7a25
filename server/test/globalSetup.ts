import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../src/platform/embedded/index.ts";
import { dropDatabasesOfRun, dropTemplate, findNodes } from "./fixtures/testNodes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The connection string of this run's PostgreSQL server. Tests connect through `freshDatabase`. */
    testServer: string;
    /**
     * The connection strings of a Citus cluster's nodes, the coordinator first. For a single server, contains only its own
     * connection string.
     */
    testNodes: readonly string[];
    /** A folder that is removed at the end of the run. */
    runFolder: string;
  }
}

/**
 * Starts one PostgreSQL server per run in a temporary folder. Each test file creates its own databases on this server. With
 * DAYBOOK_TEST_SERVER, the connection string of a superuser, the tests use that server or that Citus cluster.
 */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = mkdtempSync(join(tmpdir(), "daybook-run-"));
  project.provide("runFolder", runFolder);
  const given = process.env.DAYBOOK_TEST_SERVER;
  const stop = given ? await useServer(project, given) : await startServer(project);
  return async () => {
    await stop();
    rmSync(runFolder, { recursive: true, force: true });
  };
}

async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-test-"));
  chmodSync(dataDir, 0o711);
  // Turns fsync off: with fsync, a run takes twice as long. Test data need not survive a power failure.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "200",
  };
  const server = await startEmbedded({ dataDir, log: () => {}, command: "test", settings });
  project.provide("testServer", server.connectionString);
  project.provide("testNodes", [server.connectionString]);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function useServer(project: TestProject, given: string): Promise<() => Promise<void>> {
  const nodes = await findNodes(given);
  // Drops the template, because an earlier run may have had other migrations.
  await dropTemplate(nodes);
  project.provide("testServer", given);
  project.provide("testNodes", nodes);
  return async () => {
    await dropDatabasesOfRun(nodes);
    await dropTemplate(nodes);
  };
}
