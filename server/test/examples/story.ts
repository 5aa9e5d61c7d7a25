import type { Received, RecordingApp, Sent } from "./recordingApp.ts";
import type { ExampleSalon } from "./salon.ts";

export type Ids = Readonly<Record<string, string>>;
export type Caller = "key" | "owner" | "manager" | "guest" | "anonymous";

/** The requests that a story may send before its operation. */
export interface StoryContext {
  readonly server: RecordingApp;
  readonly salon: ExampleSalon;
  readonly ids: Ids;
  /** The request headers of each caller. */
  as(who: Caller): Record<string, string>;
  /** Sends a request; any refusal stops the recording. The path is relative to `/api/v1/businesses/{business}`. */
  ask(who: Caller, method: Sent["method"], path: string, payload?: object): Promise<Received>;
}

/**
 * How an operation is requested where its schemas are not enough. All fields are optional: the caller follows from the
 * route, the body from the examples of the schemas, and records from the operations that create them.
 */
export interface Story {
  readonly as?: Caller;
  /** Creates the required records; returns ids by the names that path, query and body use. */
  readonly before?: (context: StoryContext) => Promise<Ids>;
  readonly query?: (ids: Ids) => Readonly<Record<string, string>>;
  readonly body?: (ids: Ids) => unknown;
  /** Additional headers. */
  readonly headers?: (ids: Ids) => Readonly<Record<string, string>>;
  /** Other requests, by the status of their refusal. */
  readonly refused?: Readonly<Record<number, Pick<Story, "as" | "before" | "query" | "body">>>;
}

export type Stories = Readonly<Record<string, Story>>;
