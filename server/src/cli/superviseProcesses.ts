import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../platform/log/index.ts";
import { StartupError } from "../platform/startupError.ts";
import { PROCESS_NAME, type ProcessMessage, processMessage, WEB_ADDRESS } from "./processMessages.ts";

/** A child process to run: its name, its command, and the environment variables that differ from the main process's. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: "web" | "worker";
  readonly environment: Readonly<Record<string, string>>;
}

export interface Supervision {
  /** The address on which the web processes listen. */
  readonly address: string | undefined;
  /** Sends SIGTERM to all child processes and waits until they have ended; sends SIGKILL to those that run longer than `boundMs`. */
  stop(boundMs: number): Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
/** After a process has run for this time, the pause before its next restart is `FIRST_WAIT_MS` again. */
const STABLE_MS = 60_000;
/** The metrics page omits a process that does not send its metrics within this time. */
const METRICS_MS = 2_000;

/**
 * Starts the processes one after another and restarts those that end unexpectedly, after pauses of 0.1 to 10 seconds (decision 72). This
 * process holds the listening socket of the web processes and passes connections to them in turn, so that the port accepts connections
 * while one of them restarts. Resolves when all processes are serving.
 *
 * @throws {StartupError} if a process ends before it serves for the first time; the process has written the reason to stderr.
 */
export async function superviseProcesses(
  specs: readonly ProcessSpec[],
  log: Pick<Log, "warn">,
): Promise<Supervision> {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const running = new Map<ProcessSpec, Worker>();
  const serving = new Set<Worker>();
  const collections = new Map<number, { readonly pages: string[]; missing: number; done(): void }>();
  const stopping = new AbortController();
  let lastId = 0;
  let address: string | undefined;

  const tell = (worker: Worker, message: ProcessMessage) => {
    // A process that is ending may have closed its IPC channel already.
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  const tellWhetherAllServe = () => {
    const isTrue = serving.size === specs.length;
    for (const worker of running.values()) tell(worker, { daybook: "all_serving", isTrue });
  };

  async function collectMetrics(asking: Worker, id: number): Promise<void> {
    const own = ++lastId;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Metrics are requested only from serving processes, because a starting process does not handle messages yet.
    const asked = [...serving];
    const collection = { pages: [] as string[], missing: asked.length, done: resolve };
    collections.set(own, collection);
    for (const worker of asked) tell(worker, { daybook: "send_metrics", id: own });
    const over = new AbortController();
    await Promise.race([
      promise,
      pause(METRICS_MS, undefined, { signal: over.signal }).catch(() => undefined),
    ]);
    over.abort();
    collections.delete(own);
    tell(asking, { daybook: "all_metrics", id, pages: collection.pages });
  }

  function start(spec: ProcessSpec): {
    readonly worker: Worker;
    readonly address: Promise<string | undefined>;
  } {
    cluster.setupPrimary({ args: [spec.command] });
    const worker = cluster.fork({
      ...spec.environment,
      [PROCESS_NAME]: spec.name,
      ...(address === undefined ? {} : { [WEB_ADDRESS]: address }),
    });
    running.set(spec, worker);
    const own = Promise.withResolvers<string | undefined>();
    own.promise.catch(() => undefined);
    worker.on("error", () => undefined);
    worker.on("message", (received) => {
      const message = processMessage(received);
      if (message?.daybook === "serving") {
        serving.add(worker);
        tellWhetherAllServe();
        own.resolve(message.address);
      } else if (message?.daybook === "collect_metrics") void collectMetrics(worker, message.id);
      else if (message?.daybook === "metrics") {
        const collection = collections.get(message.id);
        collection?.pages.push(message.page);
        if (collection !== undefined && --collection.missing === 0) collection.done();
      }
    });
    worker.once("exit", () => {
      running.delete(spec);
      serving.delete(worker);
      tellWhetherAllServe();
      own.reject(new StartupError(`The process ${spec.name} exited before it was ready.`));
    });
    return { worker, address: own.promise };
  }

  async function restartWhenItEnds(spec: ProcessSpec, first: Worker): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    for (let worker = first; ; ) {
      const startedAt = performance.now();
      const [code, signal] = await exitOf(worker);
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > STABLE_MS) waitMs = FIRST_WAIT_MS;
      const reason = signal === null ? `exit code ${code}` : signal;
      log.warn(
        `The process ${spec.name} exited unexpectedly (${reason}). Restarting it in ${waitMs / 1_000} s.`,
      );
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      worker = start(spec).worker;
    }
  }

  async function stop(boundMs: number): Promise<void> {
    stopping.abort();
    const left = [...running.values()];
    const exits = Promise.all(left.map(exitOf));
    for (const worker of left) worker.process.kill("SIGTERM");
    const over = new AbortController();
    const late = pause(boundMs, undefined, { signal: over.signal }).then(
      () => left.forEach((worker) => void (worker.isDead() || worker.process.kill("SIGKILL"))),
      () => undefined,
    );
    await exits;
    over.abort();
    await late;
  }

  try {
    // The processes are started one after another, so that a problem such as a port in use is reported only once.
    for (const spec of specs) {
      const started = start(spec);
      address = (await started.address) ?? address;
      void restartWhenItEnds(spec, started.worker);
    }
  } catch (error) {
    await stop(LONGEST_WAIT_MS);
    throw error;
  }
  return { address, stop };
}

/** Resolves to the exit code and the signal of a process when it ends, or immediately if it has already ended. */
function exitOf(worker: Worker): Promise<readonly [number | null, string | null]> {
  const { exitCode, signalCode } = worker.process;
  if (exitCode !== null || signalCode !== null) return Promise.resolve([exitCode, signalCode]);
  return new Promise((resolve) => worker.once("exit", (code, signal) => resolve([code, signal])));
}
