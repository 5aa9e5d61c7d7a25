export interface RetryOptions {
  /** The maximum number of attempts after the first. */
  readonly retries: number;
  /**
   * The maximum wait before a retry, in seconds. If the server requires a longer wait, the client returns the response
   * instead.
   */
  readonly maxWaitSeconds: number;
}

/** A response with its complete body. */
export interface Received<Body> {
  readonly response: Response;
  readonly body: Body;
}

/**
 * Sends a request and retries it after status 429 or 503. Waits for the time in `Retry-After`. Without this header, waits
 * 0.5 s, and twice as long after each further attempt. After a lost connection, retries only requests that are
 * `isRepeatable`, because the server may have handled the first attempt. Returns the last response when no attempts are
 * left.
 *
 * @throws the last connection error, or the signal's reason.
 */
export async function sendWithRetries<Body>(
  send: () => Promise<Received<Body>>,
  options: RetryOptions & { readonly isRepeatable: boolean; readonly signal?: AbortSignal | undefined },
): Promise<Received<Body>> {
  const { retries, maxWaitSeconds, isRepeatable, signal } = options;
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries;
    const backOffSeconds = 0.5 * 2 ** attempt;
    let waitSeconds: number;
    try {
      const received = await send();
      const { response } = received;
      if (isLast || (response.status !== 429 && response.status !== 503)) return received;
      waitSeconds = retryAfter(response) ?? backOffSeconds;
      if (waitSeconds > maxWaitSeconds) return received;
    } catch (error) {
      if (isLast || !isRepeatable || signal?.aborted) throw error;
      waitSeconds = Math.min(backOffSeconds, maxWaitSeconds);
    }
    await waitFor(waitSeconds * 1000, signal);
  }
}

/** Returns the seconds of `Retry-After`. Ignores dates, because only a proxy sends them: Daybook sends seconds. */
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
