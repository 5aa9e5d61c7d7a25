import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { CLIENT_LEFT } from "./accessLog.ts";
import { checkHost } from "./hostCheck.ts";
import { SECURITY_HEADERS } from "./securityHeaders.ts";

/** A response whose headers and body are ready to be written. */
export interface ReadyResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Responses of one route that are sent from memory, before the hooks of the server. */
export interface MemoryResponses {
  /** The pattern of the route, for the log and the metrics. */
  readonly route: string;
  /**
   * Returns the response to a GET if it is in memory and not outdated. Otherwise returns undefined, and the route handles the request. The
   * answer is synchronous for a request that certainly has no response in memory.
   */
  readonly find: (request: IncomingMessage) => Promise<ReadyResponse | undefined> | undefined;
}

/** A request that was answered from memory. */
export interface AnsweredFromMemory {
  readonly id: string;
  readonly method: "GET";
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

interface MemoryOptions {
  readonly loopbackHostsOnly: boolean;
  readonly isDraining: () => boolean;
  readonly answered: (request: AnsweredFromMemory) => void;
}

/** The time after which the route handles the request, whose time limits then apply, because the database does not respond. */
const FIND_MS = 1_000;

/**
 * Returns a listener that sends responses from memory and passes all other requests to `handle`. A response from memory has the headers,
 * log line and metrics that the hooks would produce. A request that the hooks would refuse or delay is passed on.
 */
export function fromMemory(
  handle: RequestListener,
  { find, route }: MemoryResponses,
  { loopbackHostsOnly, isDraining, answered }: MemoryOptions,
): RequestListener {
  return (request, response) => {
    const finding = isPlainGet(request) && !isDraining() ? find(request) : undefined;
    if (finding === undefined || !hasValidHost(request, loopbackHostsOnly)) return handle(request, response);
    const startedAt = performance.now();
    let isDecided = false;
    const decide = (ready?: ReadyResponse) => {
      if (isDecided) return;
      isDecided = true;
      clearTimeout(timer);
      if (ready === undefined && !response.destroyed) return handle(request, response);
      const id = randomUUID();
      const log = (status: number) =>
        answered({ id, method: "GET", route, status, ms: performance.now() - startedAt });
      if (ready === undefined || response.destroyed) return log(CLIENT_LEFT);
      response.once("close", () => log(response.writableFinished ? ready.status : CLIENT_LEFT));
      write(response, ready, id);
    };
    const timer = setTimeout(decide, FIND_MS);
    finding.then(decide, () => decide());
  };
}

/** Returns whether the request is a GET without a body or an expectation. */
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

/** Returns the headers as names and values in turn, after the security headers that they do not replace. */
export function readyHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...SECURITY_HEADERS, ...headers }).flat();
}
