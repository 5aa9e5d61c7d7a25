import type { Received, RecordingApp, Sent } from "./recordingApp.ts";
import type { ExampleSalon } from "./salon.ts";

export type Ids = Readonly<Record<string, string>>;
export type Caller = "key" | "owner" | "manager" | "guest" | "anonymous";

/** The server, the salon, and the functions with which a story sends requests before the recorded request. */
export interface StoryContext {
  readonly server: RecordingApp;
  readonly salon: ExampleSalon;
  readonly ids: Ids;
  /** Returns the request headers of a caller. */
  as(who: Caller): Record<string, string>;
  /**
   * Sends a request as a caller. An error response stops the recording. The path is relative to
   * `/api/v1/businesses/{business}`.
   */
  ask(who: Caller, method: Sent["method"], path: string, payload?: object): Promise<Received>;
}

/**
 * Describes the request to record where the schemas are not sufficient. All fields are optional. By default, the recorder
 * derives the caller from the route and the body from the schemas' examples, and creates required records with the operations
 * of their kind.
 */
export interface Story {
  readonly as?: Caller;
  /** Creates the required records. Returns ids by the names in the path, query and body. */
  readonly before?: (context: StoryContext) => Promise<Ids>;
  readonly query?: (ids: Ids) => Readonly<Record<string, string>>;
  readonly body?: (ids: Ids) => unknown;
  /** Returns additional headers of the request. */
  readonly headers?: (ids: Ids) => Readonly<Record<string, string>>;
  /** Requests that the operation must reject, by the expected status. */
  readonly refused?: Readonly<Record<number, Pick<Story, "as" | "before" | "query" | "body">>>;
}

export type Stories = Readonly<Record<string, Story>>;
