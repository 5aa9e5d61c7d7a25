export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly stack?: readonly string[];
  readonly cause?: LoggedError;
}

/**
 * Returns the properties of an error for the log. Only listed properties are included, because database drivers put rows and values into
 * other properties. Messages about invalid data (SQLSTATE class 22) are cut before the value that they quote.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const isAboutData = typeof code === "string" && /^22[0-9A-Z]{3}$/.test(code);
  // The first lines are omitted, because they repeat the message.
  const stack = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return {
    type: error.name,
    message: isAboutData ? (error.message.split(/[:"]/)[0] ?? "").trim() : error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(stack.length > 0 ? { stack: stack.map((line) => line.trim()) } : {}),
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  };
}
