import type { Received, RecordingApp, Sent } from "./recordingApp.ts";
import type { ExampleSalon } from "./salon.ts";

export type Ids = Readonly<Record<string, string>>;
export type Caller = "key" | "owner" | "manager" | "guest" | "anonymous";

/** The functions with which a story sends requests before its operation. */
export interface StoryContext {
  readonly server: RecordingApp;
  readonly salon: ExampleSalon;
  readonly ids: Ids;
  /** Returns the request headers of a caller. */
  as(who: Caller): Record<string, string>;
  /** Sends a request as a caller. Any refusal stops the recording. The path is relative to `/api/v1/businesses/{business}`. */
  ask(who: Caller, method: Sent["method"], path: string, payload?: object): Promise<Received>;
}

/**
 * A description of the request to record, for an operation whose schemas are not sufficient. All fields are optional: by default,
 * the caller is derived from the route and the body from the schemas' examples, and required records are created through the
 * operations that create their kind.
 */
export interface Story {
  readonly as?: Caller;
  /** Creates the required records; returns ids by the names that the path, query and body use. */
  readonly before?: (context: StoryContext) => Promise<Ids>;
  readonly query?: (ids: Ids) => Readonly<Record<string, string>>;
  readonly body?: (ids: Ids) => unknown;
  /** Returns additional headers of the request. */
  readonly headers?: (ids: Ids) => Readonly<Record<string, string>>;
  /** Requests that the operation must refuse, by the expected status. */
  readonly refused?: Readonly<Record<number, Pick<Story, "as" | "before" | "query" | "body">>>;
}

export type Stories = Readonly<Record<string, Story>>;
