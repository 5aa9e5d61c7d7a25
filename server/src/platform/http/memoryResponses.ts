import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Caller } from "../../kernel/caller.ts";
import { CLIENT_LEFT } from "./accessLog.ts";
import { checkHost } from "./hostCheck.ts";
import { SECURITY_HEADERS } from "./securityHeaders.ts";

/** A response whose headers and body are ready to be written. */
export interface ReadyResponse {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A lookup of the cached response to a request. */
export interface LookUp {
  /** The pattern of the route and the kind of caller, for the log and the metrics. */
  readonly route: string;
  readonly caller: Caller["kind"] | "none";
  /** Resolves to undefined if the response is missing or outdated; the route then handles the request. */
  readonly response: Promise<ReadyResponse | undefined>;
}

/** A response cache. Cached responses are sent before the server's hooks run. */
export interface MemoryResponses {
  /** Looks up the cached response to a GET. Returns undefined if no response is cached. */
  readonly find: (request: IncomingMessage) => LookUp | undefined;
}

/** A request whose response came from the cache. */
export interface AnsweredFromMemory {
  readonly id: string;
  readonly method: "GET";
  readonly route: string;
  readonly caller: LookUp["caller"];
  readonly status: number;
  readonly ms: number;
}

interface MemoryOptions {
  readonly loopbackHostsOnly: boolean;
  readonly isDraining: () => boolean;
  readonly answered: (request: AnsweredFromMemory) => void;
}

/**
 * The timeout of the cache lookup. After this time the route handles the request, so that the request's time limits apply even
 * if the database does not respond.
 */
const FIND_MS = 1_000;

/**
 * Returns a listener that sends cached responses and passes all other requests to `handle`. A cached response has the headers, log line
 * and metrics that the hooks would produce. The listener also passes on requests that the hooks would reject or delay.
 */
export function fromMemory(
  handle: RequestListener,
  { find }: MemoryResponses,
  { loopbackHostsOnly, isDraining, answered }: MemoryOptions,
): RequestListener {
  return (request, response) => {
    const found = isPlainGet(request) && !isDraining() ? find(request) : undefined;
    if (found === undefined || !hasValidHost(request, loopbackHostsOnly)) return handle(request, response);
    const { route, caller } = found;
    const startedAt = performance.now();
    let isDecided = false;
    const decide = (ready?: ReadyResponse) => {
      if (isDecided) return;
      isDecided = true;
      clearTimeout(timer);
      if (ready === undefined && !response.destroyed) return handle(request, response);
      const id = randomUUID();
      const log = (status: number) =>
        answered({ id, method: "GET", route, caller, status, ms: performance.now() - startedAt });
      if (ready === undefined || response.destroyed) return log(CLIENT_LEFT);
      response.once("close", () => log(response.writableFinished ? ready.status : CLIENT_LEFT));
      write(response, ready, id);
    };
    const timer = setTimeout(decide, FIND_MS);
    // If the lookup fails, the route repeats it and reports the error.
    found.response.then(decide, () => decide());
  };
}

/** Returns whether the request is a GET without a body and without an `Expect` header. */
function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined
  );
}

function hasValidHost(request: IncomingMessage, loopbackOnly: boolean): boolean {
  try {
    checkHost(request, loopbackOnly);
    return true;
  } catch {
    return false;
  }
}

function write(response: ServerResponse, { status, headers, body }: ReadyResponse, id: string): void {
  response.writeHead(status, [...headers, "x-request-id", id]);
  response.end(body);
}

/** Returns the headers as alternating names and values, together with the security headers that they do not replace. */
export function readyHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...SECURITY_HEADERS, ...headers }).flat();
}
