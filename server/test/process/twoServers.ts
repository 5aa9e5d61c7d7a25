import { newDataFolder, startServer } from "./daybook.ts";

/** Two real processes, started by the real launcher, that serve one database, as behind a load balancer. */
export interface TwoServers {
  /** Where each of them is. */
  readonly addresses: readonly string[];
  /** What both have said went wrong. */
  errors(): string;
  /** Asks both to end, and waits until they have. The database stays. */
  close(): Promise<void>;
}

/** They know each other's sessions, as those of one installation do: both have the same `DAYBOOK_SECRET`. */
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
