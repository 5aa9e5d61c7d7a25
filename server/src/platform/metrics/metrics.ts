import { collectDefaultMetrics, Registry } from "prom-client";

/** The metrics of one process, for Prometheus. No label contains an id, a name or an address. */
export interface Metrics {
  /** The registry for counters and histograms of the process. */
  readonly registry: Registry;
  /** Adds a function that updates values whenever the page is requested. */
  readOnDemand(read: () => Promise<void>): void;
  /** Returns the page in Prometheus' text format. */
  page(): Promise<string>;
  readonly contentType: string;
}

/**
 * The minimum age of values before they are read again, however often the page is requested, because it may need no
 * authentication.
 */
const FRESH_MS = 1_000;

/**
 * Metrics that are removed because they are gauges, although Prometheus reserves the suffix `_total` for counters. They are the
 * sums of the metrics of the same name without the suffix.
 */
const MISNAMED = [
  "nodejs_active_resources_total",
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
];

/**
 * Creates a registry per call instead of using prom-client's global one. `aboutProcess` adds memory, processor time and the
 * event loop, whose observers must exist only once per process, and not once per server in a test.
 */
export function openMetrics(options: {
  readonly log: (message: string, error: unknown) => void;
  readonly aboutProcess?: boolean;
}): Metrics {
  const registry = new Registry();
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
    // Values that cannot be read are omitted, so that the page still shows the others when the database fails.
    if (failed !== undefined && String(failed.reason) !== failure)
      options.log("not all metrics could be read", failed.reason);
    failure = failed === undefined ? undefined : String(failed.reason);
  }

  return {
    registry,
    readOnDemand: (read) => void readers.push(read),
    async page() {
      if (performance.now() - readAt >= FRESH_MS) {
        readAt = performance.now();
        reading = readAll();
      }
      await reading;
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
