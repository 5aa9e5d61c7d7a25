import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../src/platform/embedded/index.ts";

/** A new PostgreSQL server. Its transaction ids are lower than those of the test run's server. */
export interface SecondServer {
  readonly connectionString: string;
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts a server in a temporary folder, with fsync off. */
export async function startSecondServer(): Promise<SecondServer> {
  const folder = mkdtempSync(join(tmpdir(), "daybook-secondServer-"));
  chmodSync(folder, 0o711);
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  const server = await startEmbedded({ dataDir: folder, log: () => {}, command: "test", settings });
  return {
    connectionString: server.connectionString,
    folder,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
