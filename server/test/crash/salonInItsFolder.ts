import { vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { runningEmbedded } from "../../src/platform/embedded/index.ts";
import { descendantsOf, type RunningServer, serverBelow, startServer } from "../process/daybook.ts";
import { migratedDataFolder } from "../process/migratedFolder.ts";
import { type BusySalon, makeBusySalon } from "../races/busySalon.ts";
import { type Client, type ClientBatch, openClients } from "../races/clients.ts";

/** A salon on an installation as operators run it: the launcher, its server process, and the server's embedded database. */
export interface SalonInItsFolder {
  readonly salon: BusySalon;
  /** Returns HTTP clients of the running server. During a restart, waits until the server responds again. */
  clients(): Promise<readonly Client[]>;
  connectionString(): Promise<string>;
  /** Kills the server with `kill -9`. Resolves when the server is ready again. */
  killServer(): Promise<void>;
  killDatabase(): Promise<void>;
  killBoth(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server with a new data folder, creates a salon, and opens `callers` HTTP clients. */
export async function openSalon(callers: number): Promise<SalonInItsFolder> {
  const dataDir = await migratedDataFolder();
  // Starts with `web`, because `start` loads the demo into an empty database. Later starts use `start`.
  let server = await startServer(dataDir, { command: "web", ...environment });
  const connectionString = async () => (await runningEmbedded(dataDir)) ?? "";
  const database = openDatabase({ connectionString: await connectionString() });
  const salon = await makeBusySalon(database, systemClock, 3);
  await database.close();

  let batch = openClients(callers, [server.address], salon);
  let open: Promise<void> = Promise.resolve();
  const closedUntil = (back: Promise<void>): Promise<void> => {
    open = back;
    return back;
  };
  const startAgain = async () => {
    await server.ended;
    batch.close();
    server = await startServer(dataDir, environment);
    batch = openClients(callers, [server.address], salon);
  };
  const launcher = () => server.child.pid as number;
  return {
    salon,
    clients: async () => {
      await open;
      return batch.clients;
    },
    connectionString,
    killServer: () => {
      process.kill(serverBelow(launcher()), "SIGKILL");
      return closedUntil(startAgain());
    },
    killDatabase: () => {
      const before = recoveriesOf(server);
      process.kill(databaseBelow(launcher()), "SIGKILL");
      const isBack = () => recoveriesOf(server) > before;
      return closedUntil(vi.waitUntil(isBack, { timeout: 60_000, interval: 5 }).then(() => {}));
    },
    killBoth: () => {
      const postmaster = databaseBelow(launcher());
      process.kill(serverBelow(launcher()), "SIGKILL");
      process.kill(postmaster, "SIGKILL");
      return closedUntil(startAgain());
    },
    close: () => closeSalon(batch, server),
  };
}

const environment = { DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" };

async function closeSalon(batch: ClientBatch, server: RunningServer): Promise<void> {
  batch.close();
  await server.stop();
}

/** Returns the number of database restarts. */
function recoveriesOf(server: RunningServer): number {
  return server.errors().split("The database is running again.").length - 1;
}

function databaseBelow(launcherPid: number): number {
  const found = descendantsOf(launcherPid).find(({ command }) => /bin\/postgres -D/.test(command));
  if (!found) throw new Error("There is no database below the launcher.");
  return found.pid;
}
