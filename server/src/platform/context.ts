import type { Clock } from "../kernel/clock.ts";
import type { Sandboxes } from "./businessTime.ts";
import type { Database } from "./database/index.ts";

/** The dependencies of all routes and jobs of features. */
export interface Context {
  readonly database: Database;
  /** The clock of business rules. In a sandbox it is the test clock. */
  readonly clock: Clock;
  /** Finds sandbox businesses; if absent, there are no sandboxes. */
  readonly sandboxes?: Sandboxes;
}
