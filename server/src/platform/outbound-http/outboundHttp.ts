import { Agent, type Dispatcher } from "undici";
import type { OutboundPolicy } from "./addresses.ts";
import { connectionErrorMessage } from "./connectionErrorMessage.ts";
import { type LookUp, lookUp } from "./lookUp.ts";
import { safeConnect } from "./safeConnect.ts";

/** How a request ended. `error` is a few words of ours: never a part of the URL, or of what the other side wrote. */
export type OutboundResponse =
  | { readonly status: number; readonly durationMs: number }
  | { readonly status?: number; readonly error: string; readonly durationMs: number };

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests to addresses that somebody else wrote down. */
export interface OutboundHttp {
  /** Never throws. Success has no `error`: the whole answer came in time, or as much of it as is read. */
  post(request: OutboundRequest): Promise<OutboundResponse>;
  /** Ends every connection; requests under way end with an error. */
  close(): Promise<void>;
}

export interface OutboundHttpOptions {
  readonly policy: OutboundPolicy;
  /** For the whole exchange, from the look-up of the name to the end of the answer: ten seconds unless told. */
  readonly timeoutMs?: number;
  readonly ask?: LookUp;
}

const PATIENCE_MS = 10_000;
/** So much of an answer is read. Nothing in it is of any use to us, but reading a short one keeps its connection. */
const LONGEST_ANSWER_BYTES = 64 * 1024;
/** An idle connection is kept so long; and not at all, once there are so many. */
const KEPT_MS = 4_000;
const MOST_KEPT_CONNECTIONS = 200;

/**
 * Posts to strangers: only to addresses the policy allows (safeConnect.ts), never following a redirect, with a time limit
 * over everything and a limit to what is read. What happens on one connection touches no other.
 */
export function openOutboundHttp(options: OutboundHttpOptions): OutboundHttp {
  const { policy, timeoutMs = PATIENCE_MS, ask = lookUp } = options;
  let connections = 0;
  const agent = new Agent({
    connect: safeConnect({ policy, ask, timeoutMs: timeoutMs }),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEPT_MS,
    keepAliveMaxTimeout: KEPT_MS,
    // One clock of ours runs for the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  agent.on("connect", () => connections++);
  agent.on("disconnect", () => connections--);

  return {
    post: ({ url, headers, body }) =>
      new Promise((resolve) => {
        const began = performance.now();
        const since = () => Math.round(performance.now() - began);
        const exchange = new Exchange((end) => resolve({ ...end, durationMs: since() }), timeoutMs);
        const reset = connections >= MOST_KEPT_CONNECTIONS;
        try {
          const { origin, pathname, search } = new URL(url);
          agent.dispatch({ origin, path: pathname + search, method: "POST", headers, body, reset }, exchange);
        } catch (error) {
          exchange.onResponseError(undefined, error as Error);
        }
      }),
    close: () => agent.destroy(),
  };
}

type End = { readonly status: number } | { readonly status?: number; readonly error: string };

/** One request and its answer: whatever ends it first counts, and what comes later is dropped with its connection. */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private bytes = 0;
  private isOver = false;
  private readonly timer: NodeJS.Timeout;
  private readonly onEnd: (end: End) => void;

  constructor(onEnd: (end: End) => void, timeoutMs: number) {
    this.onEnd = onEnd;
    this.timer = setTimeout(() => {
      this.end({ error: `no answer within ${timeoutMs / 1000} seconds` });
      this.drop();
    }, timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Its time may have run out while the connection was made.
    if (this.isOver) this.drop();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes <= LONGEST_ANSWER_BYTES) return;
    this.answered();
    this.drop();
  }

  onResponseEnd(): void {
    this.answered();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.end({ error: connectionErrorMessage(error) });
  }

  private answered(): void {
    const { status } = this;
    this.end(status >= 200 && status < 300 ? { status } : { error: `answered ${status}` });
  }

  private end(end: End): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.onEnd(this.status < 200 ? end : { ...end, status: this.status });
  }

  private drop(): void {
    if (this.controller?.aborted === false) this.controller.abort(new Error("over"));
  }
}
