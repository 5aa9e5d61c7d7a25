import type { Clock } from "../kernel/clock.ts";
import type { Database } from "./database/index.ts";

/** The dependencies of every feature's routes. */
export interface Context {
  readonly database: Database;
  readonly clock: Clock;
}
