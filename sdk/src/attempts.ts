/** How often and how long a request is tried. */
export interface Patience {
  /** Attempts after the first. */
  readonly retries: number;
  /** The longest single wait that is put up with: a server that asks for more is not waited for. */
  readonly longestWaitSeconds: number;
}

/** An answer that arrived whole. */
export interface Received {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends until there is an answer that is not "later": after 429 and 503 it waits as `Retry-After` says, or half a
 * second that doubles. A connection that breaks is tried again only where `mayRepeat`: nobody knows what was done.
 * Answers the last of them when patience is at its end.
 *
 * @throws the last failure of the connection, or the signal's reason.
 */
export async function sendPatiently(
  send: () => Promise<Received>,
  options: Patience & { readonly mayRepeat: boolean; readonly signal?: AbortSignal | undefined },
): Promise<Received> {
  const { retries, longestWaitSeconds, mayRepeat, signal } = options;
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries;
    const backOffSeconds = 0.5 * 2 ** attempt;
    let waitSeconds: number;
    try {
      const received = await send();
      const { response } = received;
      if (isLast || (response.status !== 429 && response.status !== 503)) return received;
      waitSeconds = retryAfter(response) ?? backOffSeconds;
      if (waitSeconds > longestWaitSeconds) return received;
    } catch (error) {
      if (isLast || !mayRepeat || signal?.aborted) throw error;
      waitSeconds = Math.min(backOffSeconds, longestWaitSeconds);
    }
    await waitFor(waitSeconds * 1000, signal);
  }
}

/** Seconds; a date in its place is one that something in between wrote, and is not read. */
function retryAfter(response: Response): number | undefined {
  const text = response.headers.get("retry-after");
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
