import { collectDefaultMetrics, Registry } from "prom-client";

/** What one process counts and measures, for Prometheus. No label of any of it is an id, a name or an address. */
export interface Metrics {
  /** Where a part of the process adds what it counts. */
  readonly registry: Registry;
  /** Adds figures that are read when somebody asks for the page, and not before. */
  readOnDemand(read: () => Promise<void>): void;
  /** The page, in Prometheus' text format. */
  page(): Promise<string>;
  readonly contentType: string;
}

/** The page is open to whoever reaches it: however often it is asked for, figures are read once a second at most. */
const FRESH_MS = 1_000;

/**
 * A registry of its own for each process, and not prom-client's global one. With `aboutProcess` it also tells of memory,
 * processor time and the event loop, which are watched from then on: once a process, and not for every server in a test.
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
  if (options.aboutProcess === true) collectDefaultMetrics({ register: registry });

  async function readAll(): Promise<void> {
    const results = await Promise.allSettled(readers.map((read) => read()));
    const failed = results.find((result) => result.status === "rejected");
    // What cannot be read is left out of the page; the rest is all the more of interest then.
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
