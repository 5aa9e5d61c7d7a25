/** A limit on the number of concurrent requests of one process. */
export interface ConcurrencyLimit {
  /** The maximum number of prompt requests. */
  readonly size: number;
  /** Returns the number of permits that can still be acquired. */
  available(): number;
  acquire(): Permit;
}

export interface ConcurrencyLimits {
  /** The maximum number of prompt requests: those that are quick or have just begun. */
  readonly prompt: number;
  /** The maximum number of requests that have proved to be slow. */
  readonly slow: number;
}

export interface Permit {
  /** Counts a request that takes long as slow from now on, unless there are already `slow` slow requests. */
  markSlow(): void;
  release(): void;
}

/**
 * Creates a concurrency limit. A permit counts against `prompt` until its request has proved to be slow, then against the much
 * higher `slow`: a receiver that hangs only costs a connection and its memory, and must not delay deliveries to others. If there
 * are already `slow` slow permits, it continues to count against `prompt`.
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
