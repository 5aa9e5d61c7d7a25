import type { Config } from "../platform/config.ts";
import { StartupError } from "../platform/startupError.ts";

/** The tasks of a process. */
export interface Tasks {
  /** Serves requests. */
  readonly web: boolean;
  /** Delivers webhooks, sends e-mails, runs background jobs. */
  readonly worker: boolean;
}

/** A command that runs until it is stopped. */
export type ServingCommand = "start" | "web" | "worker";

/**
 * `start` runs both, or the one that `DAYBOOK_ROLE` names; `web` and `worker` run one.
 *
 * @throws {StartupError} (exit code 2) when command and role contradict each other.
 */
export function tasksOf(command: ServingCommand, role: Config["role"]): Tasks {
  if (command !== "start" && role !== "all" && role !== command) {
    throw new StartupError(
      `DAYBOOK_ROLE is ${role}, but the command is daybook ${command}. Set it to all or ${command}, or run daybook ${role}.`,
      2,
    );
  }
  const only = command === "start" ? role : command;
  return { web: only !== "worker", worker: only !== "web" };
}
