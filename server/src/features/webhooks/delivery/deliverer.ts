import type { Clock, DatabaseClock } from "../../../kernel/clock.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { Encryption } from "../../../platform/encryption.ts";
import type { CursorSeal } from "../../../platform/http/cursorSeal.ts";
import type { OutboundHttp } from "../../../platform/outbound-http/index.ts";
import { checkFailing } from "./checkFailing.ts";
import { type ConcurrencyLimits, concurrencyLimit, type Permit } from "./concurrencyLimit.ts";
import {
  type AcquiredLease,
  type DueDelivery,
  type EndpointHealth,
  type Lease,
  openLeases,
} from "./leases.ts";
import { openResults, type Result } from "./results.ts";
import { openSending, send } from "./send.ts";
import { type Served, serveEndpoint } from "./serveEndpoint.ts";

export interface Deliverer {
  /** Reads due deliveries immediately instead of at the next poll. */
  wake(): void;
  /** Sends deliveries until none is due, and checks failing endpoints. For tests and the demo. */
  drain(): Promise<void>;
  /**
   * Stops the deliverer: starts no more attempts, waits for the attempts in flight, and records their results. Aborts attempts that are
   * still running after eight seconds. An aborted attempt does not count as a failure of the receiver, and another process repeats it.
   */
  close(): Promise<void>;
}

export interface DelivererOptions {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
  readonly clock: Clock;
  readonly encryption: Encryption;
  /** Encrypts the cursors in the header `Service-Event-Cursor`. */
  readonly cursors: CursorSeal;
  /** The client that sends the requests. `close` also closes the client. */
  readonly outbound: OutboundHttp;
  readonly log: (message: string, error: unknown) => void;
  /** Called after every attempt, for the metrics. */
  readonly onAttempt?: (outcome: "succeeded" | "failed") => void;
  /** False for a deliverer that sends only when `wake` or `drain` is called: in tests and for the demo. */
  readonly runsByItself?: boolean;
  readonly limits?: Record<EndpointHealth, ConcurrencyLimits>;
  /**
   * The maximum number of deliveries in flight to a healthy endpoint, by default `MAX_CONCURRENCY` (contract §7). The benchmark uses 1 for
   * comparison.
   */
  readonly maxConcurrency?: number;
  /** The app's URL, for links in e-mails. */
  readonly appUrl?: string;
  /** Hosts for testing the installation's network connection when no receiver can be reached. */
  readonly referenceUrls?: readonly string[];
}

export const MAX_CONCURRENCY = 10;
const POLL_MS = 1_000;
const CHECK_FAILING_MS = 5_000;
/** The duration in milliseconds after which a request counts as slow. */
const PROMPT_MS = 250;
/**
 * The time in milliseconds after which a shutdown aborts attempts. A process has ten seconds to shut down; the remaining time is for
 * releasing the leases.
 */
const SHUTDOWN_TIMEOUT_MS = 8_000;

/**
 * The concurrency limits per process. Failing endpoints have a separate limit, so that they never delay healthy endpoints. `slow` applies
 * to healthy endpoints whose requests start to hang.
 */
const LIMITS = { healthy: { prompt: 96, slow: 1_000 }, failing: { prompt: 64, slow: 0 } };

/** Three of the internet's root name servers. These servers accept connections from all networks and are not receivers of webhooks. */
const REFERENCE_URLS = ["http://198.41.0.4:53", "http://193.0.14.129:53", "http://202.12.27.33:53"];

/**
 * Creates a deliverer, which sends due deliveries. A deliverer leases endpoints, not deliveries: only one process at a time sends to an
 * endpoint, and an endpoint that does not respond delays only its own deliveries. Any number of processes may run a deliverer.
 */
export function openDeliverer(options: DelivererOptions): Deliverer {
  const { database, databaseClock, log, onAttempt, runsByItself = true } = options;
  const { outbound, limits = LIMITS, appUrl, referenceUrls = REFERENCE_URLS } = options;
  const { maxConcurrency = MAX_CONCURRENCY } = options;
  const network = {
    canConnect: async (urls: readonly string[]) =>
      (await outbound.canConnect(urls)) || outbound.canConnect(referenceUrls),
  };
  const { encryption, cursors, clock } = options;
  const sending = openSending({ outbound, encryption, cursors, clock });
  const leases = openLeases(database, databaseClock);
  const record = openResults(database, databaseClock, maxConcurrency);
  const states = {
    healthy: { limit: concurrencyLimit(limits.healthy), isAcquiring: false, mayHaveMore: false },
    failing: { limit: concurrencyLimit(limits.failing), isAcquiring: false, mayHaveMore: false },
  };
  const serving = new Set<Served>();
  const underWay = new Set<Promise<void>>();
  const failures = logOnce(log);
  let isClosed = false;
  let isAborting = false;
  let checkedAt = performance.now();

  /**
   * Leases as many endpoints as the concurrency limit allows, and repeats this while more endpoints may be due. Returns the number of
   * leased endpoints.
   */
  async function fill(health: EndpointHealth): Promise<number> {
    const state = states[health];
    let leased = 0;
    if (state.isAcquiring) {
      state.mayHaveMore = true;
      return leased;
    }
    state.isAcquiring = true;
    try {
      state.mayHaveMore = true;
      while (state.mayHaveMore && !isClosed) {
        const available = state.limit.available();
        if (available <= 0) break;
        state.mayHaveMore = false;
        const acquired = await leases.acquire(health, available);
        leased += acquired.length;
        if (acquired.length === available) state.mayHaveMore = true;
        for (const lease of acquired) track(serve(health, lease));
      }
      failures.succeeded("acquire");
    } catch (error) {
      failures.failed("acquire", "due deliveries could not be read", error);
    }
    state.isAcquiring = false;
    return leased;
  }

  function track(work: Promise<unknown>): void {
    const done = work.then(
      () => void underWay.delete(done),
      () => void underWay.delete(done),
    );
    underWay.add(done);
  }

  async function serve(health: EndpointHealth, lease: AcquiredLease): Promise<void> {
    const state = states[health];
    const served = serveEndpoint(
      {
        leases,
        record,
        limit: state.limit,
        maxConcurrency,
        send: (delivery, permit) => attempt(lease, delivery, permit),
        othersWait: () => state.mayHaveMore,
        isClosed: () => isClosed,
        isAborted: (result) => isAborting && !result.succeeded,
      },
      lease,
    );
    serving.add(served);
    try {
      if (await served.ended) state.mayHaveMore = true;
      failures.succeeded("serve");
    } catch (error) {
      // The result was not recorded: the lease expires, and the next process that leases the endpoint repeats the delivery.
      failures.failed("serve", "a delivery was interrupted and will be repeated", error);
    }
    serving.delete(served);
    if (state.mayHaveMore) track(fill(health));
  }

  async function attempt(lease: Lease, delivery: DueDelivery, permit: Permit): Promise<Result> {
    const slowTimer = setTimeout(() => {
      permit.markSlow();
      if (states.healthy.mayHaveMore) track(fill("healthy"));
    }, PROMPT_MS);
    const result = await send(sending, lease, delivery);
    clearTimeout(slowTimer);
    if (!isAborting || result.succeeded) onAttempt?.(result.succeeded ? "succeeded" : "failed");
    return result;
  }

  /** Checks failing endpoints and returns whether a delivery became due. */
  async function check(): Promise<boolean> {
    checkedAt = performance.now();
    try {
      const isDue = await checkFailing({ database, clock: databaseClock, network, appUrl });
      failures.succeeded("check");
      return isDue;
    } catch (error) {
      failures.failed("check", "failing endpoints could not be checked", error);
      return false;
    }
  }

  function wake(): void {
    if (isClosed) return;
    for (const served of serving) served.wake();
    track(fill("healthy"));
    track(fill("failing"));
  }

  const stopListening = runsByItself ? database.listen("deliveries", wake) : () => {};
  const poll = setInterval(() => {
    if (!runsByItself) return;
    wake();
    if (performance.now() - checkedAt >= CHECK_FAILING_MS) track(check());
  }, POLL_MS);
  if (runsByItself) wake();

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    wake,
    async drain() {
      do {
        let leased = 0;
        do {
          leased = (await fill("healthy")) + (await fill("failing"));
          await settled();
        } while (leased > 0);
      } while (await check());
    },
    async close() {
      isClosed = true;
      clearInterval(poll);
      stopListening();
      const abortTimer = setTimeout(() => {
        isAborting = true;
        void outbound.close();
      }, SHUTDOWN_TIMEOUT_MS);
      await settled();
      clearTimeout(abortTimer);
      await outbound.close();
    },
  };
}

/**
 * Returns a logger that logs only the first of consecutive failures of each kind, so that an unreachable database does not flood
 * the log.
 */
function logOnce(log: (message: string, error: unknown) => void) {
  const failing = new Set<string>();
  return {
    succeeded: (kind: string) => void failing.delete(kind),
    failed(kind: string, message: string, error: unknown) {
      if (!failing.has(kind)) log(message, error);
      failing.add(kind);
    },
  };
}
