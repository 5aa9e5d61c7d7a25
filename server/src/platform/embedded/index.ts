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

export { createDataFolder } from "./dataFolder.ts";
export { AlreadyRunningError } from "./lock.ts";

/** The PostgreSQL server that is included in Daybook. It runs as a child process, and only a private socket gives access to it. */
export interface EmbeddedDatabase {
  readonly connectionString: string;
  readonly socketDir: string;
  /** The process id of the current server; a restart changes it. */
  readonly pid: number;
  /** Stops the server with all commits on disk and releases the folder. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Options of the embedded database: the data folder, a listener for log messages, and PostgreSQL settings that override `serverSettings`
 * (tests turn off fsync).
 */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  readonly command?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the embedded database of a data folder. Creates the database at the first start, recovers it after a crash, and
 * restarts PostgreSQL if it ends unexpectedly while this process runs.
 *
 * @throws {AlreadyRunningError} when another running Daybook process holds the folder.
 *
 * @throws {StartupError} when the database cannot start; the message contains instructions for the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataFolder = chooseDataFolder(options.dataDir, options.log);
  const release = await acquireLock(dataFolder.root, options.command ?? "start");
  try {
    const programs = findPrograms(dataFolder);
    await stopLeftover(dataFolder.databaseFolder);
    createCluster(programs, dataFolder);
    return await supervise(programs, dataFolder, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Returns the connection string of the database that another Daybook process runs on this data folder, once it is ready; undefined
 * without such a process.
 */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const dataFolder = knownDataFolder(dataDir);
  if (!dataFolder) return undefined;
  while (lockHolder(dataFolder.root)) {
    const file = readPostmasterFile(dataFolder.databaseFolder);
    if (file?.ready) return connectionStringFor(file.socketDir, databaseName);
    await pause(20);
  }
  return undefined;
}

/** Returns whether this data folder has a database, running or not. */
export function hasEmbedded(dataDir: string): boolean {
  return knownDataFolder(dataDir) !== undefined;
}

/**
 * Uses the database that another process runs on this folder, without stopping or restarting it. If no process runs one, starts the
 * database.
 */
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
  dataFolder: DataFolder,
  { log, settings }: EmbeddedOptions,
  release: () => void,
): Promise<EmbeddedDatabase> {
  const socketDir = makeSocketFolder(dataFolder);
  const start = () => startPostmaster(programs, dataFolder, socketDir, { ...serverSettings, ...settings });
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
      log("The database process exited unexpectedly. Restarting it.");
      const again = await restart(start, dataFolder, stopping.signal, log);
      if (again === undefined) return;
      postmaster = again;
      if (stopping.signal.aborted) return postmaster.stop();
      log("The database is running again.");
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
 * Retries for up to half a minute: the workers of a killed server keep its shared memory until they detect its end, and a new server
 * refuses to start until then.
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
 * Retries until the start succeeds. On a full disk, PostgreSQL cannot recover; once there is space again, Daybook continues without an
 * operator. Logs each cause once. Returns undefined when Daybook is stopping.
 */
async function restart(
  start: () => Promise<Postmaster>,
  dataFolder: DataFolder,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  let lastFailure: string | undefined;
  for (let waitMs = FIRST_WAIT_MS; !stopping.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      removeEmptyPostmasterFile(dataFolder.databaseFolder);
      return await start();
    } catch (error) {
      const failure = causeOf(error);
      if (failure !== lastFailure) log(`${failure} Retrying until it starts.`);
      lastFailure = failure;
    }
    await pause(waitMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  return undefined;
}

/** Returns the error message without the times and process ids of log lines, because they differ each time. */
function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] /g, "");
}

/** Returns a connection string in a form that pg and PostgreSQL's own programs accept. */
function connectionStringFor(socketDir: string, database: string): string {
  return `postgresql://${databaseName}@${encodeURIComponent(socketDir)}/${database}`;
}
