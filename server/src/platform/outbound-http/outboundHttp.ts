import { Agent, type Dispatcher } from "undici";
import type { OutboundPolicy } from "./addresses.ts";
import { canConnect } from "./canConnect.ts";
import { connectionErrorMessage, connectionOf } from "./connectionErrorMessage.ts";
import { type LookUp, lookUp } from "./lookUp.ts";
import { safeConnect } from "./safeConnect.ts";

/** The result of a request. Without `error` the request succeeded. `error` never contains part of the URL or text from the receiver. */
export interface OutboundResponse {
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
  /** Whether a connection was made, regardless of the response. `none`: no connection was attempted. */
  readonly connection: "made" | "failed" | "none";
  /** Present if the request was at least partly sent and no status arrived. The receiver may have acted on it. */
  readonly unanswered?: true;
  /** The first 4 KiB of the response's body. */
  readonly body: string;
}

type End = Pick<OutboundResponse, "status" | "error">;

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A client for requests to URLs that users entered. */
export interface OutboundHttp {
  /**
   * Sends a POST request and never throws. A result without `error` means that a response with a status from 200 to 299 arrived
   * before the timeout, completely or up to the maximum number of bytes that are read.
   */
  post(request: OutboundRequest): Promise<OutboundResponse>;
  /** Returns whether any of these hosts accepts a connection. Sends no data and never throws. */
  canConnect(urls: readonly string[]): Promise<boolean>;
  /** Closes every connection; requests in progress end with an error. */
  close(): Promise<void>;
}

export interface OutboundHttpOptions {
  readonly policy: OutboundPolicy;
  /** The timeout of the whole exchange, from name resolution to the end of the response; default: ten seconds. */
  readonly timeoutMs?: number;
  readonly ask?: LookUp;
}

const TIMEOUT_MS = 10_000;
/** Maximum number of bytes that are read from a response. A connection can be reused only after a completely read response. */
const LONGEST_ANSWER_BYTES = 64 * 1024;
/** The number of bytes of a response that are stored. */
const KEPT_BYTES = 4 * 1024;
/** The time after which an idle connection is closed. */
const KEPT_MS = 4_000;
/** While at least this number of connections is open, each new request closes its connection after the response. */
const MAX_KEPT_CONNECTIONS = 200;

/**
 * Opens a client for POST requests to untrusted receivers. Connects only to addresses that the policy allows (safeConnect.ts), does not
 * follow redirects, and limits the duration of the exchange and the bytes read. Connections do not affect each other.
 */
export function openOutboundHttp(options: OutboundHttpOptions): OutboundHttp {
  const { policy, timeoutMs = TIMEOUT_MS, ask = lookUp } = options;
  let connections = 0;
  const agent = new Agent({
    connect: safeConnect({ policy, ask, timeoutMs: timeoutMs }),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEPT_MS,
    keepAliveMaxTimeout: KEPT_MS,
    // undici's own timeouts are off, because `Exchange` has a timer for the whole exchange.
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
        const reset = connections >= MAX_KEPT_CONNECTIONS;
        try {
          const { origin, pathname, search } = new URL(url);
          agent.dispatch({ origin, path: pathname + search, method: "POST", headers, body, reset }, exchange);
        } catch (error) {
          exchange.onResponseError(undefined, error as Error);
        }
      }),
    canConnect: (urls) => canConnect(urls, { policy, ask }),
    close: () => agent.destroy(),
  };
}

const UNANSWERED = { unanswered: true } as const;

/** One request and its response. Only the first outcome counts; later outcomes are ignored and the connection is closed. */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private bytes = 0;
  private connection: OutboundResponse["connection"] = "failed";
  private readonly kept: Buffer[] = [];
  private isBegun = false;
  private isOver = false;
  private readonly timer: NodeJS.Timeout;
  private readonly onEnd: (end: Omit<OutboundResponse, "durationMs">) => void;

  constructor(onEnd: (end: Omit<OutboundResponse, "durationMs">) => void, timeoutMs: number) {
    this.onEnd = onEnd;
    this.timer = setTimeout(() => {
      this.end({ error: `no response within ${timeoutMs / 1000} seconds` });
      this.drop();
    }, timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.connection = "made";
    this.isBegun = true;
    // The timeout may have passed while the connection was being opened.
    if (this.isOver) this.drop();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.bytes < KEPT_BYTES) this.kept.push(chunk.subarray(0, KEPT_BYTES - this.bytes));
    this.bytes += chunk.length;
    if (this.bytes <= LONGEST_ANSWER_BYTES) return;
    this.answered();
    this.drop();
  }

  onResponseEnd(): void {
    this.answered();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.connection === "failed") this.connection = connectionOf(error);
    this.end({ error: connectionErrorMessage(error) });
  }

  private answered(): void {
    const { status } = this;
    this.end(status >= 200 && status < 300 ? { status } : { error: `returned ${status}` });
  }

  private end(end: End): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    const { connection } = this;
    const body = textOf(Buffer.concat(this.kept));
    const answer = this.status >= 200 ? { status: this.status } : this.isBegun ? UNANSWERED : {};
    this.onEnd({ ...end, ...answer, connection, body });
  }

  private drop(): void {
    if (this.controller?.aborted === false) this.controller.abort(new Error("over"));
  }
}

/** Converts bytes to text that PostgreSQL can store. Drops an incomplete character at the end. */
function textOf(bytes: Buffer): string {
  return new TextDecoder("utf-8").decode(bytes, { stream: true }).replaceAll("\0", "\uFFFD");
}
