import { type LoggerOptions, pino } from "pino";
import { loggedError } from "./loggedError.ts";

/** The least severe level that is written. `info` includes one line for each request. */
export type LogLevel = "info" | "warn";

/** Where log lines go. */
export interface LogStream {
  write(line: string): void;
}

/** The log of a server or worker, outside of requests. */
export interface Log {
  info(message: string): void;
  /** Logs a problem that an operator should know, with its cause. The work is repeated or continues without it. */
  warn(message: string, error?: unknown): void;
}

/**
 * The format of the log (decision 42), for Fastify and for `openLog`: one JSON object in a line, with `time`, `level`, `message`
 * and, for a request, its `request_id`. Requests and responses are never logged as a whole, because they hold personal data.
 */
export function logOptions({
  level,
  stream,
}: {
  readonly level: LogLevel | "error";
  readonly stream: LogStream;
}): LoggerOptions & { readonly stream: LogStream } {
  return {
    level,
    stream,
    base: null,
    messageKey: "message",
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: loggedError, err: loggedError, req: () => undefined, res: () => undefined },
  };
}

/** Opens the log of a process. */
export function openLog(options: { readonly level: LogLevel; readonly stream: LogStream }): Log {
  const { stream, ...format } = logOptions(options);
  const log = pino(format, stream);
  return {
    info: (message) => log.info(message),
    warn: (message, error) => (error === undefined ? log.warn(message) : log.warn({ error }, message)),
  };
}
