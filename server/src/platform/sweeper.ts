/** Work that wants doing now and then, beside the requests and not in them. */
export interface Sweeper {
  /** Starts the work when its time has come and it is not under way; returns at once and never throws. */
  sweepIfDue(): void;
  /** Resolves when the work under way has ended; none starts after it. */
  close(): Promise<void>;
}

const EVERY_MS = 60_000;

/** Sweeps at most once a minute per process, and only while requests come: what nobody adds to does not grow. */
export function sweeper(options: {
  /** Milliseconds; only their difference counts. */
  readonly now: () => number;
  readonly sweep: () => Promise<unknown>;
  readonly log: (message: string, error: unknown) => void;
}): Sweeper {
  let dueAt = options.now() + EVERY_MS;
  let sweeping: Promise<void> | undefined;
  let isClosed = false;

  async function run(): Promise<void> {
    try {
      await options.sweep();
    } catch (error) {
      options.log("old rows could not be swept away", error);
    }
    sweeping = undefined;
  }

  return {
    sweepIfDue() {
      const now = options.now();
      if (isClosed || sweeping !== undefined || now < dueAt) return;
      dueAt = now + EVERY_MS;
      sweeping = run();
    },
    async close() {
      isClosed = true;
      await sweeping;
    },
  };
}
