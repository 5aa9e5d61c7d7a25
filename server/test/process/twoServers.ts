import { newDataFolder, startServer } from "./daybook.ts";

/** Two server processes on one database, started by the real launcher. */
export interface TwoServers {
  /** Their base URLs. */
  readonly addresses: readonly string[];
  /** The stderr of both. */
  errors(): string;
  /** Stops both and waits for their exit. The database is not dropped. */
  close(): Promise<void>;
}

/** Both have the same `DAYBOOK_SECRET` and so accept each other's sessions. */
export async function startTwoServers(
  connectionString: string,
  settings: Readonly<Record<string, string>>,
): Promise<TwoServers> {
  const folders = [newDataFolder(), newDataFolder()];
  const environment = {
    command: "web",
    DATABASE_URL: connectionString,
    DAYBOOK_SECRET: "one secret for both processes, long enough to be one",
    ...settings,
  };
  const servers = await Promise.all(folders.map(({ dataDir }) => startServer(dataDir, environment)));
  return {
    addresses: servers.map(({ address }) => address),
    errors: () => servers.map((server) => server.errors()).join(""),
    close: async () => {
      for (const server of servers) server.child.kill("SIGTERM");
      await Promise.all(servers.map(({ ended }) => ended));
      for (const { remove } of folders) remove();
    },
  };
}
