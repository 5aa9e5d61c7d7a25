/** A limit on the number of concurrent requests of one process. */
export interface ConcurrencyLimit {
  /** The maximum number of concurrent prompt requests: requests that do not count as slow yet. */
  readonly size: number;
  /** Returns the number of permits that can still be acquired. */
  available(): number;
  acquire(): Permit;
}

export interface ConcurrencyLimits {
  /** The maximum number of concurrent prompt requests. */
  readonly prompt: number;
  /** The maximum number of concurrent slow requests. */
  readonly slow: number;
}

export interface Permit {
  /** Counts the request as slow from now on, unless the number of slow requests has reached `slow`. */
  markSlow(): void;
  release(): void;
}

/**
 * Creates a concurrency limit. A permit counts against `prompt` until its request counts as slow, then against the much higher `slow`. A
 * hanging request therefore costs only a connection and its memory, and does not delay deliveries to other endpoints. If the limit `slow`
 * is reached, the permit continues to count against `prompt`.
 */
export function concurrencyLimit(limits: ConcurrencyLimits): ConcurrencyLimit {
  let prompt = 0;
  let slow = 0;
  return {
    size: limits.prompt,
    available: () => limits.prompt - prompt,
    acquire() {
      let isSlow = false;
      prompt++;
      return {
        markSlow() {
          if (isSlow || slow === limits.slow) return;
          isSlow = true;
          prompt--;
          slow++;
        },
        release() {
          if (isSlow) slow--;
          else prompt--;
        },
      };
    },
  };
}
