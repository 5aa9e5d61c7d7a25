import type { Clock, DatabaseClock } from "../../../kernel/clock.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { Encryption } from "../../../platform/encryption.ts";
import { type OutboundPolicy, openOutboundHttp } from "../../../platform/outbound-http/index.ts";
import { checkFailing } from "./checkFailing.ts";
import { type ConcurrencyLimits, concurrencyLimit, type Permit } from "./concurrencyLimit.ts";
import { type EndpointHealth, type Lease, openLeases } from "./leases.ts";
import { openResults, type Recorded } from "./results.ts";
import { send } from "./send.ts";

export interface Deliverer {
  /** Looks for due deliveries now instead of at the next poll. */
  wake(): void;
  /** For tests: sends until nothing is due any more, and checks the endpoints that failed. */
  drain(): Promise<void>;
  /**
   * Waits for the attempts under way and records them; starts none. An attempt that lasts longer than eight seconds is
   * aborted: it does not count as a failure of the receiver, and another process repeats it.
   */
  close(): Promise<void>;
}

export interface DelivererOptions {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
  readonly clock: Clock;
  readonly encryption: Encryption;
  readonly policy: OutboundPolicy;
  readonly log: (message: string, error: unknown) => void;
  /** Called after every attempt, for the metrics. */
  readonly onAttempt?: (outcome: "succeeded" | "failed") => void;
  /** How long a request may take; ten seconds by default. */
  readonly timeoutMs?: number;
  /** False in tests: deliveries are sent by `wake` and `drain` only. */
  readonly runsByItself?: boolean;
  readonly limits?: Record<EndpointHealth, ConcurrencyLimits>;
}

const POLL_MS = 1_000;
const CHECK_FAILING_MS = 5_000;
/** A request that lasts longer counts as slow. */
const PROMPT_MS = 250;
/** A process has ten seconds to shut down; this leaves it time to release the leases of aborted attempts. */
const SHUTDOWN_TIMEOUT_MS = 8_000;
/** Deliveries to one endpoint before it releases its lease to others that are due. */
const MAX_DELIVERIES_PER_LEASE = 16;

/**
 * Per process. Failing endpoints have a limit of their own, so that healthy ones do not wait for them, however many of
 * them hang; endpoints that hang for the first time are covered by `slow`.
 */
const LIMITS = { healthy: { prompt: 96, slow: 1_000 }, failing: { prompt: 64, slow: 0 } };

/**
 * Sends due deliveries. An endpoint is leased, not a delivery: its deliveries are sent one after the other, and an
 * endpoint that hangs delays only its own. Any number of processes may run a deliverer.
 */
export function openDeliverer(options: DelivererOptions): Deliverer {
  const { database, databaseClock, log, onAttempt, runsByItself = true } = options;
  const { timeoutMs, limits = LIMITS } = options;
  const outbound = openOutboundHttp({
    policy: options.policy,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const sending = { outbound, encryption: options.encryption, clock: options.clock };
  const leases = openLeases(database, databaseClock);
  const record = openResults(database, databaseClock);
  const states = {
    healthy: { limit: concurrencyLimit(limits.healthy), isAcquiring: false, mayHaveMore: false },
    failing: { limit: concurrencyLimit(limits.failing), isAcquiring: false, mayHaveMore: false },
  };
  const underWay = new Set<Promise<void>>();
  const failures = logOnce(log);
  let isClosed = false;
  let isAborting = false;
  let checkedAt = performance.now();

  /** Leases as many endpoints as the limit allows, again while there may be more due; answers how many. */
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
        if (available === 0) break;
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

  /** Sends the due deliveries of an endpoint, up to the maximum per lease. */
  async function serve(health: EndpointHealth, lease: Lease): Promise<void> {
    const state = states[health];
    const permit = state.limit.acquire();
    try {
      for (let number = 1; ; number++) {
        const recorded = await attempt(lease, permit, number < MAX_DELIVERIES_PER_LEASE);
        if (recorded?.continues) continue;
        if (recorded?.isDue) state.mayHaveMore = true;
        break;
      }
      failures.succeeded("serve");
    } catch (error) {
      // The lease expires, and the process that leases the endpoint next sends the delivery.
      failures.failed("serve", "a delivery was interrupted and will be repeated", error);
    }
    permit.release();
    if (state.mayHaveMore) track(fill(health));
  }

  async function attempt(lease: Lease, permit: Permit, mayContinue: boolean): Promise<Recorded | undefined> {
    const delivery = await leases.nextDelivery(lease);
    if (delivery === undefined || isClosed) {
      await leases.release(lease);
      return undefined;
    }
    const slowTimer = setTimeout(() => {
      permit.markSlow();
      if (states.healthy.mayHaveMore) track(fill("healthy"));
    }, PROMPT_MS);
    const result = await send(sending, lease, delivery, mayContinue && !isClosed);
    clearTimeout(slowTimer);
    if (isAborting && !result.succeeded) {
      await leases.release(lease);
      return undefined;
    }
    onAttempt?.(result.succeeded ? "succeeded" : "failed");
    return record(result);
  }

  /** Answers whether a delivery is due because of it. */
  async function check(): Promise<boolean> {
    checkedAt = performance.now();
    try {
      const isDue = await checkFailing(database, databaseClock);
      failures.succeeded("check");
      return isDue;
    } catch (error) {
      failures.failed("check", "failing endpoints could not be checked", error);
      return false;
    }
  }

  function wake(): void {
    if (isClosed) return;
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

/** Logs the first of consecutive failures of each kind: an unreachable database must not fill the log. */
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
