import { setTimeout as pause } from "node:timers/promises";
import { StartupError } from "../startupError.ts";
import { createCluster, createDatabase, databaseName } from "./cluster.ts";
import { chooseDataFolder, type DataFolder, knownDataFolder } from "./dataFolder.ts";
import { AlreadyRunningError, acquireLock, lockHolder } from "./lock.ts";
import { type Postmaster, startPostmaster, stopLeftover } from "./postmaster.ts";
import { readPostmasterFile, removeEmptyPostmasterFile } from "./postmasterFile.ts";
import { findPrograms, type Programs } from "./programs.ts";
import { serverSettings } from "./settings.ts";
import { makeSocketFolder, removeSocketFolder } from "./socketFolder.ts";

export { makeDataFolder } from "./dataFolder.ts";
export { AlreadyRunningError } from "./lock.ts";

/** The PostgreSQL that Daybook brings along and runs as its own child process, reachable through a private socket only. */
export interface EmbeddedDatabase {
  readonly connectionString: string;
  readonly socketDir: string;
  /** The server process of this moment; another one after a restart. */
  readonly pid: number;
  /** Ends the server (everything committed is on disk) and gives the folder back. May be called twice. */
  stop(): Promise<void>;
}

/** What to start: the data folder, who says what happens, and PostgreSQL settings that differ from ours (tests turn fsync off). */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly command?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the embedded database of a data folder, making it at the first start, recovering it after a
 * crash, and starting it again by itself, for as long as it takes, if its process ends while we run.
 *
 * @throws {AlreadyRunningError} when another living Daybook holds the folder.
 * @throws {StartupError} when it cannot start; the message says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const place = chooseDataFolder(options.dataDir, options.log);
  const release = await acquireLock(place.root, options.command ?? "start");
  try {
    const programs = findPrograms(place);
    await stopLeftover(place.databaseFolder);
    createCluster(programs, place);
    return await supervise(programs, place, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * The connection string of a database that another Daybook process runs on this data folder,
 * once it is ready; undefined when none does.
 */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const place = knownDataFolder(dataDir);
  if (!place) return undefined;
  while (lockHolder(place.root)) {
    const file = readPostmasterFile(place.databaseFolder);
    if (file?.ready) return connectionStringFor(file.socketDir, databaseName);
    await pause(20);
  }
  return undefined;
}

/** Whether there is a database in this data folder, running or not. */
export function hasEmbedded(dataDir: string): boolean {
  return knownDataFolder(dataDir) !== undefined;
}

/** Uses the database another process runs on this folder (then it is not ours to stop or to watch), or starts it. */
export async function useEmbedded(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedDatabase, "connectionString" | "stop">> {
  for (;;) {
    const connectionString = await runningEmbedded(options.dataDir);
    if (connectionString) return { connectionString, stop: async () => {} };
    try {
      return await startEmbedded(options);
    } catch (error) {
      if (!(error instanceof AlreadyRunningError)) throw error;
    }
  }
}

async function supervise(
  programs: Programs,
  place: DataFolder,
  { log, settings }: EmbeddedOptions,
  release: () => void,
): Promise<EmbeddedDatabase> {
  const socketDir = makeSocketFolder(place);
  const start = () => startPostmaster(programs, place, socketDir, { ...serverSettings, ...settings });
  let postmaster = await startAgain(start);
  const stopping = new AbortController();

  const stop = async () => {
    stopping.abort();
    await postmaster.stop();
    await watching;
    removeSocketFolder(socketDir);
    release();
  };
  const watch = async () => {
    for (;;) {
      await postmaster.ended;
      if (stopping.signal.aborted) return;
      log("The database's process has ended unexpectedly. Starting it again.");
      const again = await restart(start, place, stopping.signal, log);
      if (again === undefined) return;
      postmaster = again;
      if (stopping.signal.aborted) return postmaster.stop();
      log("The database is back.");
    }
  };
  let watching: Promise<void> = Promise.resolve();

  try {
    await createDatabase(connectionStringFor(socketDir, "postgres"));
  } catch (error) {
    await stop();
    throw error;
  }
  watching = watch();
  return {
    connectionString: connectionStringFor(socketDir, databaseName),
    socketDir,
    get pid() {
      return postmaster.pid;
    },
    stop,
  };
}

/**
 * For up to half a minute: the workers of a server that was killed hold its shared memory until
 * they notice, and a new one refuses to start beside them.
 */
async function startAgain(start: () => Promise<Postmaster>): Promise<Postmaster> {
  const until = performance.now() + 30_000;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (
        performance.now() > until ||
        !(error instanceof StartupError) ||
        !/shared memory|lock file/.test(error.message)
      )
        throw error;
      await pause(100);
    }
  }
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/**
 * For as long as it takes: a full disk, which PostgreSQL needs for its recovery, has space again one day, and no operator
 * should have to start Daybook then. Each cause is logged once. Undefined when Daybook is stopping.
 */
async function restart(
  start: () => Promise<Postmaster>,
  place: DataFolder,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  let lastFailure: string | undefined;
  for (let waitMs = FIRST_WAIT_MS; !stopping.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      removeEmptyPostmasterFile(place.databaseFolder);
      return await start();
    } catch (error) {
      const failure = causeOf(error);
      if (failure !== lastFailure) log(`${failure} It is tried again until it starts.`);
      lastFailure = failure;
    }
    await pause(waitMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  return undefined;
}

/** Without the time and process number in the log's last line, which differ each time. */
function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] /g, "");
}

/** Understood by pg and by PostgreSQL's own programs alike. */
function connectionStringFor(socketDir: string, database: string): string {
  return `postgresql://${databaseName}@${encodeURIComponent(socketDir)}/${database}`;
}
