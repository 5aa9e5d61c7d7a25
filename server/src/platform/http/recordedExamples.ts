import type { ErrorCode } from "../../kernel/errors.ts";
import type { EventType } from "../../kernel/events.ts";

/** The request of a recorded example. Its secrets are replaced by invalid values. */
export interface RecordedRequest {
  /** The authentication of the request: an API key, a session cookie, or none. */
  readonly as: "key" | "session" | "anonymous";
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A rejected request with its error response. */
export interface RecordedRefusal {
  readonly request: RecordedRequest;
  readonly answer: { readonly success: false; readonly code: ErrorCode } & Readonly<Record<string, unknown>>;
}

/** A successful request, and a request for each error status. */
export interface RecordedOperation {
  readonly request: RecordedRequest;
  readonly answer: unknown;
  readonly refusals: Readonly<Record<string, RecordedRefusal>>;
}

/** The recorded bodies of an event in both forms. */
export interface RecordedEvent {
  readonly full: unknown;
  readonly ids_only: unknown;
}

/**
 * Requests and responses recorded from a real server: `operations` by operationId, `errors` by code, `events` by type. `npm run describe
 * -- --record` writes them to docs/examples.json. An operation without a recording gets an example generated from its schema, and a test
 * fails (server/test/examples).
 */
export interface RecordedExamples {
  readonly operations: Readonly<Record<string, RecordedOperation>>;
  readonly errors: Readonly<Partial<Record<ErrorCode, RecordedRefusal["answer"]>>>;
  readonly events: Readonly<Partial<Record<EventType, RecordedEvent>>>;
}

export const NO_EXAMPLES: RecordedExamples = { operations: {}, errors: {}, events: {} };
