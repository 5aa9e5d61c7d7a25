import { type LoggerOptions, pino } from "pino";
import { loggedError } from "./loggedError.ts";

/** The least severe level that is written. `info` includes a line for each request. */
export type LogLevel = "info" | "warn";

/** The destination of log lines. */
export interface LogStream {
  write(line: string): void;
}

/** The log of a server or worker, for messages that do not belong to a request. */
export interface Log {
  info(message: string): void;
  /** Logs a problem with its cause for the operator. The work is retried or continues without the failed part. */
  warn(message: string, error?: unknown): void;
}

/**
 * Returns the options of the log format (decision 42), for Fastify and `openLog`: one JSON object per line with `time`, `level`, `message`
 * and, for a request, `request_id`. With several processes (decision 72), `process` is the name of this process and is part of each line.
 * Requests and responses are never logged in full, because they contain personal data.
 */
export function logOptions({
  level,
  stream,
  process,
}: {
  readonly level: LogLevel | "error";
  readonly stream: LogStream;
  readonly process?: string | undefined;
}): LoggerOptions & { readonly stream: LogStream } {
  return {
    level,
    stream,
    base: process === undefined ? null : { process },
    messageKey: "message",
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: loggedError, err: loggedError, req: () => undefined, res: () => undefined },
  };
}

export function openLog(options: {
  readonly level: LogLevel;
  readonly stream: LogStream;
  readonly process?: string | undefined;
}): Log {
  const { stream, ...format } = logOptions(options);
  const log = pino(format, stream);
  return {
    info: (message) => log.info(message),
    warn: (message, error) => (error === undefined ? log.warn(message) : log.warn({ error }, message)),
  };
}
