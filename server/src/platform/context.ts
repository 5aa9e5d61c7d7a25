import type { Clock } from "../kernel/clock.ts";
import type { Sandboxes } from "./businessTime.ts";
import type { Database } from "./database/index.ts";

/** The dependencies of every feature's routes and jobs. */
export interface Context {
  readonly database: Database;
  /** The clock of business rules: in a sandbox, its test clock. */
  readonly clock: Clock;
  /** Finds sandbox businesses; if absent, there are none. */
  readonly sandboxes?: Sandboxes;
}
