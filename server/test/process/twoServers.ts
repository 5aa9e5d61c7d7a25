import { serverHere } from "../fixtures/serverHere.ts";
import { isFullRun } from "../fullRun.ts";
import { newDataFolder, startServer } from "./daybook.ts";

/** Two servers on one database. */
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
    ? [await startServer(String(folders[0]), one)]
    : await Promise.all(folders.map((dataDir) => startServer(dataDir, environment)));
  const addresses = servers.map(({ address }) => address);
  return {
    // Both processes of one command have the same address and receive new connections in turn.
    addresses: isOneCommand ? [...addresses, ...addresses] : addresses,
    errors: () => servers.map((server) => server.errors()).join(""),
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()));
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
  const first = await serverHere(connectionString, {
    secret: DAYBOOK_SECRET,
    rateLimitPerMinute: perMinute,
    // As in a server process on the local machine.
    webhooks: { allowPrivate: true, allowHttp: true },
  });
  const dataDir = newDataFolder();
  const environment = { command: "web", DATABASE_URL: connectionString, DAYBOOK_SECRET, ...settings };
  const second = await startServer(dataDir, environment);
  return {
    addresses: [first.address, second.address],
    errors: () => first.errors() + second.errors(),
    close: async () => {
      await second.stop();
      await first.close();
    },
  };
}
