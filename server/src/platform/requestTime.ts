import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "../kernel/errors.ts";

/**
 * The time limits of one request (decision 41): its total duration, and its total waiting time for shared resources before its first
 * database connection. Until then, time spent on statements that are shared with other requests counts as waiting.
 */
export class RequestTime {
  readonly limitMs: number;
  /** Maximum duration of a statement in milliseconds, if longer than the default. */
  readonly statementMs: number | undefined;
  /** The business of an admitted request, for sharing resources between businesses (decision 36). */
  businessId: string | undefined;
  readonly #waitMs: number;
  #waitLeftMs: number;
  #hasConnected = false;
  #hasQueued = false;
  #state: "running" | "expired" | "answered" = "running";

  constructor(limits: {
    readonly limitMs: number;
    readonly waitMs: number;
    readonly statementMs?: number | undefined;
  }) {
    this.limitMs = limits.limitMs;
    this.statementMs = limits.statementMs;
    this.#waitMs = limits.waitMs;
    this.#waitLeftMs = limits.waitMs;
  }

  /** Marks the request as expired. Its transactions that have not sent their commit roll back. */
  expire(): void {
    if (this.#state === "running") this.#state = "expired";
  }

  /** Marks the request as completed by its response. Its remaining work has no limits. */
  end(): void {
    if (this.#state === "running") this.#state = "answered";
  }

  get isExpired(): boolean {
    return this.#state === "expired";
  }

  /** The remaining total waiting time of the request. After its first connection, the limit of each wait. Infinite after its response. */
  get waitLeftMs(): number {
    return this.#state === "answered" ? Number.POSITIVE_INFINITY : this.#waitLeftMs;
  }

  /** Whether the request has waited for a shared resource at least once. */
  get hasQueued(): boolean {
    return this.#hasQueued;
  }

  queue(): void {
    this.#hasQueued = true;
  }

  countWait(ms: number): void {
    if (!this.#hasConnected) this.#waitLeftMs -= ms;
  }

  /**
   * Whether the request has had its own database connection and has no response yet. Such a request is within the capacity, and is
   * completed before other requests begin.
   */
  get hasBegun(): boolean {
    return this.#hasConnected && this.#state !== "answered";
  }

  /** Whether the response has begun. A response that is sent in chunks may need many more connections. */
  get isAnswered(): boolean {
    return this.#state === "answered";
  }

  connect(): void {
    this.#hasConnected = true;
    this.#waitLeftMs = this.#waitMs;
  }
}

const current = new AsyncLocalStorage<RequestTime>();

/** Runs `work` within the time limits of a request. */
export function withinRequestTime<T>(time: RequestTime, work: () => T): T {
  return current.run(time, work);
}

/** Runs `work` without a request's time limits, because other requests share the work, or the work outlives the request. */
export function withoutRequestTime<T>(work: () => T): T {
  return current.exit(work);
}

/** Returns the time limits of the request for which this code runs; undefined outside a request. */
export function requestTime(): RequestTime | undefined {
  return current.getStore();
}

/** Throws `unavailable` if the limit of the request has passed. */
export function refuseExpired(): void {
  if (current.getStore()?.isExpired)
    throw new ApiError("unavailable", "The request took too long. Try again shortly.");
}

/**
 * Waits for a shared resource, such as a connection, within the request's remaining waiting time. Outside a request the wait has no
 * limit. `discard` receives a value that arrives too late.
 */
export async function waitWithinRequest<T>(
  waiting: Promise<T>,
  discard: (late: T) => void = () => undefined,
): Promise<T> {
  const time = current.getStore();
  if (time === undefined || time.waitLeftMs === Number.POSITIVE_INFINITY) return waiting;
  time.queue();
  const startedAt = performance.now();
  // There is only one promise, because `Promise.race` would create several promises for each wait.
  return new Promise<T>((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        time.countWait(performance.now() - startedAt);
        reject(new ApiError("unavailable", "The server is overloaded. Try again shortly."));
      },
      Math.max(0, time.waitLeftMs),
    );
    const end = () => {
      clearTimeout(timer);
      time.countWait(performance.now() - startedAt);
    };
    waiting.then(
      (value) => {
        if (isLate) {
          discard(value);
          return;
        }
        end();
        resolve(value);
      },
      (error) => {
        if (isLate) return;
        end();
        reject(error);
      },
    );
  });
}

/**
 * Waits for the result of a statement that several requests share and counts the time as waiting. A request that joins another
 * request's statement waits within its limit. A request that sends the statement immediately and has not queued before is
 * within the capacity, so the limit of the waiting time does not apply, as for a statement of its own.
 */
export async function waitForShared<T>(answer: Promise<T>, isSentAtOnce: boolean): Promise<T> {
  const time = current.getStore();
  if (time === undefined || !isSentAtOnce || time.hasQueued) return waitWithinRequest(answer);
  const startedAt = performance.now();
  try {
    return await answer;
  } finally {
    time.countWait(performance.now() - startedAt);
  }
}
