import { newDataFolder, startServer } from "./daybook.ts";

/** Two server processes on one database, started with the real launcher. */
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

/**
 * Starts two servers with the same `DAYBOOK_SECRET`, so that each accepts the other's sessions. With `asOneCommand`, starts two
 * processes of one command instead.
 */
export async function startTwoServers(
  connectionString: string,
  settings: Readonly<Record<string, string>>,
  asOneCommand = isOneCommand,
): Promise<TwoServers> {
  const folders = [newDataFolder(), newDataFolder()];
  const environment = {
    command: "web",
    DATABASE_URL: connectionString,
    DAYBOOK_SECRET: "one secret for both processes, long enough to be one",
    ...settings,
  };
  const one = { ...environment, DAYBOOK_PROCESSES: "2" };
  const servers = asOneCommand
    ? [await startServer(String(folders[0]?.dataDir), one)]
    : await Promise.all(folders.map(({ dataDir }) => startServer(dataDir, environment)));
  const addresses = servers.map(({ address }) => address);
  return {
    // Both processes of one command have the same address and receive new connections in turn.
    addresses: asOneCommand ? [...addresses, ...addresses] : addresses,
    errors: () => servers.map((server) => server.errors()).join(""),
    close: async () => {
      for (const server of servers) server.child.kill("SIGTERM");
      await Promise.all(servers.map(({ ended }) => ended));
      for (const { remove } of folders) remove();
    },
  };
}
