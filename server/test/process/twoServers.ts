import type { AddressInfo } from "node:net";
import { buildApp } from "../../src/app.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { addressOf } from "../../src/platform/http/address.ts";
import { logOptions } from "../../src/platform/log/index.ts";
import { isFullRun } from "../fullRun.ts";
import { newDataFolder, startServer } from "./daybook.ts";

/** Two server processes on one database. */
export interface TwoServers {
  /** The servers' base URLs. */
  readonly addresses: readonly string[];
  errors(): string;
  /** Stops both servers and waits until they have exited. Does not drop the database. */
  close(): Promise<void>;
}

let isOneCommand = false;

/** Makes later calls of `startTwoServers` in this test file start two processes of one command behind one port (decision 72). */
export function startOneCommand(): void {
  isOneCommand = true;
}

const DAYBOOK_SECRET = "one secret for both processes, long enough to be one";

/**
 * Starts two servers with the same `DAYBOOK_SECRET`, so that each accepts the other's sessions. After `startOneCommand`, starts two
 * processes of one command instead. Both are started with the real launcher.
 */
export async function startTwoServers(
  connectionString: string,
  settings: Readonly<Record<string, string>>,
): Promise<TwoServers> {
  const folders = [newDataFolder(), newDataFolder()];
  const environment = { command: "web", DATABASE_URL: connectionString, DAYBOOK_SECRET, ...settings };
  const one = { ...environment, DAYBOOK_PROCESSES: "2" };
  const servers = isOneCommand
    ? [await startServer(String(folders[0]?.dataDir), one)]
    : await Promise.all(folders.map(({ dataDir }) => startServer(dataDir, environment)));
  const addresses = servers.map(({ address }) => address);
  return {
    // Both processes of one command have the same address and receive new connections in turn.
    addresses: isOneCommand ? [...addresses, ...addresses] : addresses,
    errors: () => servers.map((server) => server.errors()).join(""),
    close: async () => {
      for (const server of servers) server.child.kill("SIGTERM");
      await Promise.all(servers.map(({ ended }) => ended));
      for (const { remove } of folders) remove();
    },
  };
}

/**
 * Like `startTwoServers`, but in `npm test` the first server runs in this process, because starting another process takes more than a
 * second of CPU time. Without `perMinute` there is no rate limit.
 */
export async function startSecondServer(connectionString: string, perMinute = 0): Promise<TwoServers> {
  const settings = { DAYBOOK_RATE_LIMIT_PER_MINUTE: `${perMinute}` };
  if (isFullRun) return startTwoServers(connectionString, settings);
  const failures: string[] = [];
  const database = openDatabase({ connectionString, clock: systemClock });
  const app = await buildApp({
    database,
    clock: systemClock,
    secret: DAYBOOK_SECRET,
    rateLimitPerMinute: perMinute,
    // As in a server process on the local machine.
    webhooks: { allowPrivate: true, allowHttp: true },
    logger: logOptions({ level: "error", stream: { write: (line) => void failures.push(line) } }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { dataDir, remove } = newDataFolder();
  const environment = { command: "web", DATABASE_URL: connectionString, DAYBOOK_SECRET, ...settings };
  const second = await startServer(dataDir, environment);
  return {
    addresses: [addressOf(app.server.address() as AddressInfo), second.address],
    errors: () => failures.join("") + second.errors(),
    close: async () => {
      second.child.kill("SIGTERM");
      await second.ended;
      // Closes open client connections, because `app.close` waits for them.
      app.server.closeAllConnections();
      await app.close();
      await database.close();
      remove();
    },
  };
}
