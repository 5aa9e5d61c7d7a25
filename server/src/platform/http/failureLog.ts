import type { ServerOptions } from "./server.ts";

/**
 * Logs one JSON line for each request that failed with 5xx: the request id and the error with its stack. Properties of the
 * error are picked, not copied, because database drivers put rows and values into them.
 */
export function failureLog(stream: { write(line: string): void }): NonNullable<ServerOptions["logger"]> {
  return { level: "error", base: null, stream, serializers: { err: loggedError } };
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  [more: string]: unknown;
}

function loggedError(error: Error): LoggedError {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack ?? "",
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  };
}
