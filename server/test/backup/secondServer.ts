import { chmodSync } from "node:fs";
import { startEmbedded } from "../../src/platform/embedded/index.ts";
import { closeAtEnd } from "../fixtures/closeAtEnd.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";

/** A new PostgreSQL server. Its transaction ids are lower than those of the test run's server. */
export interface SecondServer {
  readonly connectionString: string;
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts a server in a temporary folder, with fsync off. It stops at the end of the test file. */
export async function startSecondServer(): Promise<SecondServer> {
  const folder = temporaryFolder("second-server");
  chmodSync(folder, 0o711);
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const server = await startEmbedded({ dataDir: folder, log: () => {}, command: "test", settings });
  return {
    connectionString: server.connectionString,
    folder,
    stop: closeAtEnd(server.stop),
  };
}
