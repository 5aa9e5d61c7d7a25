import type { Clock } from "../kernel/clock.ts";
import type { Database } from "./database/index.ts";

/** What every feature's routes are made with. */
export interface Context {
  readonly database: Database;
  readonly clock: Clock;
}
