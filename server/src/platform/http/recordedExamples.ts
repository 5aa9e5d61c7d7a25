import type { ErrorCode } from "../../kernel/errors.ts";
import type { EventType } from "../../kernel/events.ts";

/** What somebody asked when an example was recorded. Secrets in it are invalid stand-ins. */
export interface RecordedRequest {
  /** With an API key, with a session's cookie, or as anybody. */
  readonly as: "key" | "session" | "nobody";
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request that was refused, and how. */
export interface RecordedRefusal {
  readonly request: RecordedRequest;
  readonly answer: { readonly success: false; readonly code: ErrorCode } & Readonly<Record<string, unknown>>;
}

/** A request that was granted, and by status one that was not. */
export interface RecordedOperation {
  readonly request: RecordedRequest;
  readonly answer: unknown;
  readonly refusals: Readonly<Record<string, RecordedRefusal>>;
}

/** What subscribers were sent for an event, in both forms. */
export interface RecordedEvent {
  readonly full: unknown;
  readonly ids_only: unknown;
}

/**
 * Requests and answers as the server really gave them, by operation id; `errors` are those that any operation may answer,
 * by code; `events` are what subscribers were sent. They are recorded by `npm run describe -- --record` and kept in docs/examples.json. An operation without one is
 * described by an example made from its schema, which a test refuses (server/test/examples).
 */
export interface RecordedExamples {
  readonly operations: Readonly<Record<string, RecordedOperation>>;
  readonly errors: Readonly<Partial<Record<ErrorCode, RecordedRefusal["answer"]>>>;
  readonly events: Readonly<Partial<Record<EventType, RecordedEvent>>>;
}

export const NO_EXAMPLES: RecordedExamples = { operations: {}, errors: {}, events: {} };
