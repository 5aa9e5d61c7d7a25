import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "../kernel/errors.ts";

/**
 * The time limits of one request (decision 41): its total duration, and the total time for which it may wait for shared
 * resources until it has its first database connection. Until then, time spent on statements that it shares with other requests
 * counts as waiting.
 */
export class RequestTime {
  readonly limitMs: number;
  /** The maximum duration of one statement, if longer than usual. */
  readonly statementMs: number | undefined;
  /** The business of an admitted request, by which shared resources are distributed (decision 36). */
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

  /** Marks the request as expired, without a response: its transactions that have not sent their commit roll back. */
  expire(): void {
    if (this.#state === "running") this.#state = "expired";
  }

  /** Marks the request as completed by its response: its remaining work has no limits. */
  end(): void {
    if (this.#state === "running") this.#state = "answered";
  }

  get isExpired(): boolean {
    return this.#state === "expired";
  }

  /**
   * The time for which the request may still wait in total; after its first connection, the limit for each wait; infinite after
   * its response.
   */
  get waitLeftMs(): number {
    return this.#state === "answered" ? Number.POSITIVE_INFINITY : this.#waitLeftMs;
  }

  /** Whether the request had to wait for other requests at least once. */
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

/** Runs `work` without the limits of a request, because it is shared with other requests or outlives this one. */
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
 * Waits for a shared resource, such as a connection, for at most as long as the request may still wait in total. Outside a
 * request it waits without a limit. `discard` receives a value that arrives too late.
 */
export async function waitWithinRequest<T>(
  waiting: Promise<T>,
  discard: (late: T) => void = () => undefined,
): Promise<T> {
  const time = current.getStore();
  if (time === undefined || time.waitLeftMs === Number.POSITIVE_INFINITY) return waiting;
  time.queue();
  const startedAt = performance.now();
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      reject(new ApiError("unavailable", "The server is overloaded. Try again shortly."));
    },
    Math.max(0, time.waitLeftMs),
  );
  waiting.then(
    (value) => isLate && discard(value),
    () => undefined,
  );
  try {
    return await Promise.race([waiting, timedOut]);
  } finally {
    clearTimeout(timer);
    time.countWait(performance.now() - startedAt);
  }
}

/**
 * Waits for the result of a statement that several requests share, and counts that time as waiting. A request that joins another
 * request's statement waits within its limit. A request that sends the statement at once and has not queued before is within the
 * capacity, so it waits as long as for an unshared statement.
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
