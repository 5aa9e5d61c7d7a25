import cluster from "node:cluster";

/** A message between the main process and one of its child processes, over the IPC channel. */
export type ProcessMessage =
  /** Reports that a process handles requests at this address, or that it runs background jobs. */
  | { readonly daybook: "serving"; readonly address?: string }
  /** Tells a process whether all processes are serving. */
  | { readonly daybook: "all_serving"; readonly isTrue: boolean }
  /** Requests the metrics of all processes. */
  | { readonly daybook: "collect_metrics"; readonly id: number }
  /** Requests the metrics of one process. */
  | { readonly daybook: "send_metrics"; readonly id: number }
  /** Contains the metrics of a process, in Prometheus' text format. */
  | { readonly daybook: "metrics"; readonly id: number; readonly page: string }
  /** Contains the metrics of all processes that responded. Sent to the process that requested them. */
  | { readonly daybook: "all_metrics"; readonly id: number; readonly pages: readonly string[] };

/** Returns a received message if it is a `ProcessMessage`; undefined for messages of other modules. */
export function processMessage(message: unknown): ProcessMessage | undefined {
  const isOurs = typeof message === "object" && message !== null && "daybook" in message;
  return isOurs ? (message as ProcessMessage) : undefined;
}

/** The environment variable with the name of a process. Not a setting: only the main process sets it. */
export const PROCESS_NAME = "PROCESS_OF_DAYBOOK";

/** The environment variable with the address of the web processes. Not a setting: only the main process sets it. */
export const WEB_ADDRESS = "WEB_ADDRESS_OF_DAYBOOK";

/** The connection of a process to the main process that started it (decision 72). */
export interface MainProcess {
  /** The name of this process in the log and the metrics: `web-1`, `web-2`, … or `worker`. */
  readonly name: string;
  /** The address on which web processes already listen; undefined in the first web process, because none listens yet. */
  readonly webAddress: string | undefined;
  /** Whether all processes are serving. */
  areAllServing(): boolean;
  /** Reports that this process is serving. */
  serving(address: string | undefined): void;
  /** Registers the source of this process's metrics. */
  shareMetrics(page: () => Promise<string>): void;
  /** Returns the metrics pages of all processes, in Prometheus' text format. */
  allMetrics(): Promise<readonly string[]>;
}

/** Whether the main process of several processes has started this process. */
export function hasMainProcess(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return cluster.isWorker && environment[PROCESS_NAME] !== undefined;
}

/** Returns the connection to the main process; undefined in a process that the main process has not started. */
export function findMainProcess(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): MainProcess | undefined {
  const name = environment[PROCESS_NAME];
  if (name === undefined || !hasMainProcess(environment)) return undefined;
  // session.ts unreferences the IPC channel, so that an open channel does not keep a command running. This process waits for
  // responses of the main process, so it references the channel again.
  process.channel?.ref();
  let areAllServing = false;
  let page: (() => Promise<string>) | undefined;
  let lastId = 0;
  const waiting = new Map<number, (pages: readonly string[]) => void>();
  // The channel may be closed while the main process ends.
  const send = (message: ProcessMessage) => process.connected && process.send?.(message);
  process.on("message", async (received) => {
    const message = processMessage(received);
    if (message?.daybook === "all_serving") areAllServing = message.isTrue;
    else if (message?.daybook === "all_metrics") waiting.get(message.id)?.(message.pages);
    else if (message?.daybook === "send_metrics") {
      const { id } = message;
      // A process without metrics responds too, so that the main process does not wait for it.
      send({ daybook: "metrics", id, page: (await page?.().catch(() => "")) ?? "" });
    }
  });
  return {
    name,
    webAddress: environment[WEB_ADDRESS],
    areAllServing: () => areAllServing,
    serving: (address) => send({ daybook: "serving", ...(address === undefined ? {} : { address }) }),
    shareMetrics(source) {
      page = source;
    },
    allMetrics() {
      const id = ++lastId;
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      waiting.set(id, resolve);
      send({ daybook: "collect_metrics", id });
      return promise.finally(() => waiting.delete(id));
    },
  };
}
