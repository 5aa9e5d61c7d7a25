import pg from "pg";
import { ApiError } from "../../kernel/errors.ts";

/**
 * SQLSTATEs after which a transaction is retried, because a concurrent transaction changed the data: 40001 serialization failure, 40P01
 * deadlock, 23P01 exclusion constraint.
 */
const RETRIED_STATES: ReadonlySet<string> = new Set(["40001", "40P01", "23P01"]);

/** Returns whether the transaction may be run again from its start. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && RETRIED_STATES.has(error.code);
}

/** SQLSTATEs of failures of the database, not of the statement. The API responds with 503 (decision 41). */
export const UNAVAILABLE_STATES: Readonly<Record<string, string>> = {
  "08000": "connection exception",
  "08001": "connection not established",
  "08003": "connection does not exist",
  "08004": "connection rejected",
  "08006": "connection failure",
  "08007": "transaction resolution unknown",
  "08P01": "protocol violation, also the answer of a pooler without a server",
  "25006": "read-only transaction: a standby, or an operator has stopped writing",
  "25P03": "idle-in-transaction timeout",
  "25P04": "transaction timeout",
  "28000": "role rejected while connecting",
  "28P01": "password rejected while connecting",
  "53000": "insufficient resources",
  "53100": "disk full",
  "53200": "out of memory",
  "53300": "too many connections",
  "53400": "configuration limit exceeded",
  "55P03": "lock not available",
  "57014": "statement cancelled or timed out",
  "57P01": "shut down by an administrator",
  "57P02": "crash shutdown",
  "57P03": "cannot connect now",
  "57P04": "database dropped",
  "57P05": "idle session timeout",
  "58000": "system error",
  "58030": "input or output error",
};

/** SQLSTATEs of a database that responds but cannot write; a subset of `UNAVAILABLE_STATES`. */
const WRITE_FAILURE_STATES: ReadonlySet<string> = new Set(["25006", "53100", "58030"]);

export function isWriteFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && WRITE_FAILURE_STATES.has(error.code ?? "");
}

const UNAVAILABLE_ERRNOS: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  // The backlog of the unix socket is full.
  "EAGAIN",
  // The process or the machine has no free file descriptors.
  "EMFILE",
  "ENFILE",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed/;

/** Converts errors of an unavailable database to 503. Returns all other errors unchanged. */
export function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  return isUnavailable(error)
    ? new ApiError(
        "unavailable",
        "The database is temporarily unavailable. Try again shortly.",
        undefined,
        error,
      )
    : error;
}

function isUnavailable(error: Error): boolean {
  // If a host has several addresses, Node wraps their errors in one error without a code.
  if (error instanceof AggregateError)
    return error.errors.some((one) => one instanceof Error && isUnavailable(one));
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error instanceof pg.DatabaseError
    ? Object.hasOwn(UNAVAILABLE_STATES, code)
    : UNAVAILABLE_ERRNOS.has(code) || UNAVAILABLE_MESSAGES.test(error.message);
}
