import type { IncomingMessage } from "node:http";
import { ApiError } from "../../kernel/errors.ts";

/**
 * Returns the error for a request with several `Host` headers, or without one in HTTP/1.1, because a proxy and Daybook
 * could disagree about the host. With `loopbackOnly`, it also returns an error for a host that does not name this machine's
 * loopback interface. Otherwise a web site whose name resolves to 127.0.0.1 (DNS rebinding) could read Daybook through a
 * user's browser.
 */
export function hostProblem(request: IncomingMessage, loopbackOnly: boolean): ApiError | undefined {
  const { host } = request.headers;
  if (isRepeated(request.rawHeaders))
    return new ApiError("malformed_request", "The Host header must appear only once.");
  if (request.httpVersion === "1.1" && host === undefined)
    return new ApiError("malformed_request", "HTTP/1.1 requires a Host header.");
  if (loopbackOnly && host !== undefined && !isLoopbackHost(host))
    return new ApiError(
      "malformed_request",
      "The Host header must be localhost, 127.0.0.1 or [::1]. Set DAYBOOK_PUBLIC_URL to serve another host name.",
    );
  return undefined;
}

export function checkHost(request: IncomingMessage, loopbackOnly: boolean): void {
  const problem = hostProblem(request, loopbackOnly);
  if (problem !== undefined) throw problem;
}

/** Returns true if more than one header has the name `Host`. `rawHeaders` alternates names and values. */
function isRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count > 1;
}

/** Returns whether a `Host` header names this machine's loopback interface, with or without a port. */
function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
  return (
    /^(.+\.)?localhost\.?$/.test(name) || name === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
  );
}
