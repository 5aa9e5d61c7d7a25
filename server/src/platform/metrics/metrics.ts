import { collectDefaultMetrics, Registry } from "prom-client";
import { mergePages } from "./mergePages.ts";

/** The metrics of one process, for Prometheus. No label contains an id, a name or an address. */
export interface Metrics {
  /** The registry for counters and histograms of the process. */
  readonly registry: Registry;
  /** Adds a function that updates values when the page is requested, but at most once a second. */
  readOnDemand(read: () => Promise<void>): void;
  /** Returns the page in Prometheus' text format. */
  page(): Promise<string>;
  readonly contentType: string;
}

/**
 * The processes that the same main process has started (decision 72). The process that receives a request for `/metrics`
 * responds with the metrics of all processes.
 */
export interface Processes {
  /** The name of this process. */
  readonly name: string;
  /** Registers the function that returns the metrics page of this process. */
  shareMetrics(page: () => Promise<string>): void;
  /** Returns the metrics pages of all processes. */
  allMetrics(): Promise<readonly string[]>;
}

/** Minimum age of values before they are read again, to limit the load: the page may be open without authentication. */
const FRESH_MS = 1_000;

/**
 * Metrics that are removed because they are gauges with the suffix `_total`, which Prometheus reserves for counters. The metrics without
 * the suffix have the same sums.
 */
const MISNAMED = [
  "nodejs_active_resources_total",
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
];

/**
 * Creates a separate registry instead of prom-client's global one. `aboutProcess` adds memory, processor time and the event
 * loop. The observers of these values must exist only once per process, but a test may open several servers.
 */
export function openMetrics(options: {
  readonly log: (message: string, error: unknown) => void;
  readonly aboutProcess?: boolean;
  /** The processes of the same main process. If set, the page contains the metrics of all of them, with the label `process`. */
  readonly processes?: Processes;
}): Metrics {
  const registry = new Registry();
  const { processes } = options;
  if (processes !== undefined) registry.setDefaultLabels({ process: processes.name });
  const readers: (() => Promise<void>)[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  let failure: string | undefined;
  if (options.aboutProcess === true) {
    collectDefaultMetrics({ register: registry });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
  }

  async function readAll(): Promise<void> {
    const results = await Promise.allSettled(readers.map((read) => read()));
    const failed = results.find((result) => result.status === "rejected");
    // Values that cannot be read are only logged, so that the page still shows the other values if the database fails.
    if (failed !== undefined && String(failed.reason) !== failure)
      options.log("not all metrics could be read", failed.reason);
    failure = failed === undefined ? undefined : String(failed.reason);
  }

  async function ownPage(): Promise<string> {
    if (performance.now() - readAt >= FRESH_MS) {
      readAt = performance.now();
      reading = readAll();
    }
    await reading;
    return registry.metrics();
  }

  processes?.shareMetrics(ownPage);
  return {
    registry,
    readOnDemand: (read) => void readers.push(read),
    page: async () => (processes === undefined ? ownPage() : mergePages(await processes.allMetrics())),
    contentType: registry.contentType,
  };
}
