/** How many requests one process makes at the same time. */
export interface ConcurrencyLimit {
  /** How many prompt requests there may be. */
  readonly size: number;
  /** How many more permits may be acquired. */
  available(): number;
  acquire(): Permit;
}

export interface ConcurrencyLimits {
  /** Requests that are quick, or have just begun. */
  readonly prompt: number;
  /** Requests that have proved to be slow. */
  readonly slow: number;
}

export interface Permit {
  /** Called when a request has lasted for a while: it counts as slow if fewer than `slow` requests do. */
  markSlow(): void;
  release(): void;
}

/**
 * A permit counts against `prompt` until its request has proved to be slow, then against `slow`, which is much higher:
 * a receiver that hangs costs a connection and its memory, and must not delay the deliveries to others. When `slow`
 * permits are slow already, it continues to count against `prompt`.
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
