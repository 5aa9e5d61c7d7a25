import type { Received, RecordingApp, Sent } from "./recordingApp.ts";
import type { ExampleSalon } from "./salon.ts";

export type Ids = Readonly<Record<string, string>>;
export type Caller = "key" | "owner" | "manager" | "guest" | "anonymous";

/** What a story may do before it begins: ask the salon's server. */
export interface StoryContext {
  readonly server: RecordingApp;
  readonly salon: ExampleSalon;
  readonly ids: Ids;
  /** Headers of somebody. */
  as(who: Caller): Record<string, string>;
  /** Asks and insists: whatever is refused stops the recording. The path stands below `/api/v1/businesses/{business}`. */
  ask(who: Caller, method: Sent["method"], path: string, payload?: object): Promise<Received>;
}

/**
 * How an operation is asked, where its schemas cannot tell a salon's story by themselves. Everything may be left out:
 * who may is found from the route, the body from the schemas' examples, and records from the operations that make them.
 */
export interface Story {
  readonly as?: Caller;
  /** What has to be there first; answers ids by the names that the path, the query and the body know. */
  readonly before?: (context: StoryContext) => Promise<Ids>;
  readonly query?: (ids: Ids) => Readonly<Record<string, string>>;
  readonly body?: (ids: Ids) => unknown;
  /** What goes along besides who asks. */
  readonly headers?: (ids: Ids) => Readonly<Record<string, string>>;
  /** Other requests, by the status they are refused with. */
  readonly refused?: Readonly<Record<number, Pick<Story, "as" | "before" | "query" | "body">>>;
}

export type Stories = Readonly<Record<string, Story>>;
