import type { ServerOptions } from "./server.ts";

/**
 * One line of JSON for each request that failed on our side, with the id the caller was given and where in the code it
 * happened. What a driver knows of rows and values stays out: an error's own properties are picked, not copied.
 */
export function failureLog(stream: { write(line: string): void }): NonNullable<ServerOptions["logger"]> {
  return { level: "error", base: null, stream, serializers: { err: told } };
}

interface Told {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  [more: string]: unknown;
}

function told(error: Error): Told {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: error.stack ?? "",
    ...(error.cause instanceof Error ? { cause: told(error.cause) } : {}),
  };
}
