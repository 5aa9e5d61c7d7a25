import type { Config } from "../platform/config.ts";
import { StartupError } from "../platform/startupError.ts";

/** The tasks that a process performs. */
export interface Tasks {
  /** Whether the process serves requests. */
  readonly web: boolean;
  /** Whether the process delivers webhooks, sends e-mails and runs background jobs. */
  readonly worker: boolean;
}

/** A command that runs until it is stopped. */
export type ServingCommand = "start" | "web" | "worker";

/**
 * Returns the tasks for a command: `start` performs both tasks, or the task set in `DAYBOOK_ROLE`; `web` and `worker` perform
 * one task.
 *
 * @throws {StartupError} (exit code 2) if the command and the role contradict each other.
 */
export function tasksOf(command: ServingCommand, role: Config["role"]): Tasks {
  if (command !== "start" && role !== "all" && role !== command) {
    throw new StartupError(
      `DAYBOOK_ROLE is ${role}, but the command is daybook ${command}. Set DAYBOOK_ROLE to all or ${command}, or run daybook ${role}.`,
      2,
    );
  }
  const only = command === "start" ? role : command;
  return { web: only !== "worker", worker: only !== "web" };
}
