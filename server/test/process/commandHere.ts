import { format } from "node:util";
import { vi } from "vitest";
import { runCommand } from "../../src/cli/index.ts";

/** A command that has ended. */
export interface EndedCommand {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

const STOP_EVENTS = ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"] as const;

/**
 * Runs a `daybook` command in this process, for tests of a command's effects and messages. A command in a separate process (`daybook`)
 * takes up to a second of CPU time more, because it loads the server's modules.
 */
export async function commandHere(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<EndedCommand> {
  const output: string[] = [];
  const errors: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...said) => void output.push(format(...said)));
  const error = vi.spyOn(console, "error").mockImplementation((...said) => void errors.push(format(...said)));
  const before = STOP_EVENTS.map((event) => process.listeners(event as "SIGINT"));
  // A session unreferences the channel to the parent process. A test worker without another open handle would then exit.
  const handle = setInterval(() => {}, 60_000);
  try {
    const code = await runCommand(words, environment);
    const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
    return { code, output: textOf(output), errors: textOf(errors) };
  } finally {
    log.mockRestore();
    error.mockRestore();
    // A command does not remove its listeners, because a process usually runs only one command.
    for (const [nth, event] of STOP_EVENTS.entries())
      for (const listener of process.listeners(event as "SIGINT"))
        if (!before[nth]?.includes(listener)) process.off(event, listener);
    process.channel?.ref();
    clearInterval(handle);
  }
}
