import type { components } from "./api.ts";
import { readEvents, type ServerEvent } from "./serverEvents.ts";

/** A notice that a record has changed. It does not contain the record, so the caller reads the record again. */
export type ChangeNotice = components["schemas"]["ChangeNotice"];

export interface ChangesWatch {
  /** The address of the server, without `/api/v1`. */
  readonly address: string;
  readonly business: string;
  /** Headers of every request, such as the session `Cookie` outside a browser. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests. The default is the runtime's `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * The id of the last notice that the caller has handled. By default the stream starts at the time of the first
   * connection.
   */
  readonly after?: string;
  /** Called with each notice and its id. Pass the id as `after` to continue the stream later. */
  readonly onChange: (notice: ChangeNotice, id: string) => void;
  /** Called when the stream has missed notices. The caller must read all displayed records again. */
  readonly onReset: () => void;
  /** Called when the stream is connected, and when the connection is lost or rejected. */
  readonly onConnection?: (isConnected: boolean) => void;
  /** Called with status 401, 403 or 404, which ends the subscription, for example when the user is no longer a business member. */
  readonly onRefused?: (status: number) => void;
}

/** The time without data after which the client reconnects. The server sends a comment every 15 s. */
const MAX_SILENCE_MS = 40_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

/**
 * Subscribes to the changes of a business with a session (`GET /businesses/{business}/changes`). Reconnects after a
 * lost connection and continues after the last notice. Returns a function that ends the subscription.
 */
export function watchChanges(watch: ChangesWatch): () => void {
  const controller = new AbortController();
  void run(watch, controller.signal);
  return () => controller.abort();
}

async function run(watch: ChangesWatch, signal: AbortSignal): Promise<void> {
  const { onChange, onReset, onConnection, onRefused } = watch;
  let lastId = watch.after;
  let failures = 0;
  let isConnected = false;
  function handle({ event, id, data }: ServerEvent): void {
    if (signal.aborted) return;
    const isResumed = lastId !== undefined || failures === 0;
    if (id !== undefined) lastId = id;
    if (event === "change" && id !== undefined) onChange(JSON.parse(data) as ChangeNotice, id);
    if (event !== "ready" && event !== "reset") return;
    if (event === "reset" || !isResumed) onReset();
    failures = 0;
    if (!isConnected) onConnection?.(true);
    isConnected = true;
  }
  while (!signal.aborted) {
    const refusal = await readOnce(watch, { lastId, signal, handle }).catch(() => undefined);
    if (signal.aborted) return;
    if (isConnected || failures === 0) onConnection?.(false);
    isConnected = false;
    if (refusal !== undefined) {
      onRefused?.(refusal);
      return;
    }
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS) * (0.75 + Math.random() / 2);
    failures += 1;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** Reads one stream until it ends. Returns the status when the server rejects the request and a retry cannot succeed. */
async function readOnce(
  { address, business, headers, fetch: send = globalThis.fetch }: ChangesWatch,
  options: {
    readonly lastId: string | undefined;
    readonly signal: AbortSignal;
    readonly handle: (event: ServerEvent) => void;
  },
): Promise<number | undefined> {
  const { lastId, signal, handle } = options;
  const url = `${address.replace(/\/+$/, "")}/api/v1/businesses/${encodeURIComponent(business)}/changes`;
  const silence = new AbortController();
  const response = await send(url, {
    headers: { ...headers, ...(lastId === undefined ? {} : { "last-event-id": lastId }) },
    signal: AbortSignal.any([signal, silence.signal]),
    cache: "no-store",
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    return [401, 403, 404].includes(response.status) ? response.status : undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
  };
  try {
    heard();
    await readEvents(response.body, handle, heard);
  } finally {
    clearTimeout(timer);
  }
  return undefined;
}
