import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "../kernel/errors.ts";

/**
 * The time limits of one request (decision 41): its total duration, and the total time it may wait for shared
 * resources until it has its first database connection. Until then, statements shared with other requests count like waiting.
 */
export class RequestTime {
  readonly limitMs: number;
  /** How long one statement may run, if longer than usual. */
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

  /** The limit has passed without an answer: transactions of this request that have not sent their commit roll back. */
  expire(): void {
    if (this.#state === "running") this.#state = "expired";
  }

  /** The request has its answer: its remaining work has no limits. */
  end(): void {
    if (this.#state === "running") this.#state = "answered";
  }

  get isExpired(): boolean {
    return this.#state === "expired";
  }

  /** How long the request may still wait, or in one wait after its first connection; infinite after its answer. */
  get waitLeftMs(): number {
    return this.#state === "answered" ? Number.POSITIVE_INFINITY : this.#waitLeftMs;
  }

  /** Whether the request had to wait for others at least once. */
  get hasQueued(): boolean {
    return this.#hasQueued;
  }

  queue(): void {
    this.#hasQueued = true;
  }

  countWait(ms: number): void {
    if (!this.#hasConnected) this.#waitLeftMs -= ms;
  }

  /** Whether the request has had a connection of its own: it is not beyond the capacity, and is finished before others begin. */
  get hasConnected(): boolean {
    return this.#hasConnected;
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

/** Runs `work` without the limits of a request: it is shared with other requests, or outlives this one. */
export function withoutRequestTime<T>(work: () => T): T {
  return current.exit(work);
}

/** The time limits of the request this code runs for; undefined outside of requests. */
export function requestTime(): RequestTime | undefined {
  return current.getStore();
}

/** Throws `unavailable` if the limit of the request has passed. */
export function refuseExpired(): void {
  if (current.getStore()?.isExpired)
    throw new ApiError("unavailable", "The request took too long. Try again shortly.");
}

/**
 * Waits for a shared resource, such as a connection, at most as long as the request may still wait in total; without
 * a request it waits without a limit. `discard` receives a value that arrives too late.
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
 * Waits for the answer of a statement that several requests share, and counts that as waiting. A request that joins the
 * statement of another one waits within its limit. A request that sends the statement at once and has not queued before is
 * not beyond the capacity: it waits as long as for a statement of its own.
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
