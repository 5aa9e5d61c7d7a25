import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Step } from "./guide.ts";

export interface ShellRun {
  /** Returns the output since the start of a step; undefined if the shell has not reached the step. */
  from(step: number): string | undefined;
  /** Returns the output of a completed step. */
  of(step: number): string | undefined;
  /** Resolves to the exit code after the last step. Background processes of the steps run until `close`. */
  readonly done: Promise<number>;
  close(): Promise<void>;
}

const MARK = "\u001e";

/** Runs `prelude` and the steps of a guide in one shell and a new folder. Stops at the first command that fails. */
export function runSteps(steps: readonly Step[], prelude: string, environment: NodeJS.ProcessEnv): ShellRun {
  const folder = mkdtempSync(join(tmpdir(), "daybook-guide-"));
  const script = steps.map(({ kind, code, name }, nth) => {
    if (kind === "file") writeFileSync(join(folder, name), code);
    return `printf '${MARK}${nth}\\n'\n${kind === "file" ? "" : code}`;
  });
  // The shell waits for the end of its input, so that background processes continue. The background processes end with the
  // shell's process group.
  const text = ["set -euo pipefail", prelude, ...script, `printf '${MARK}end\\n'`, "read -r _ || true"].join(
    "\n",
  );
  const path = [dirname(process.execPath), process.env.PATH].join(":");
  const child = spawn("bash", ["-c", text], {
    cwd: folder,
    env: { ...environment, PATH: path, HOME: folder },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  const start = (name: string) => {
    const at = output.indexOf(`${MARK}${name}\n`);
    return at < 0 ? undefined : at + name.length + 2;
  };
  const from = (step: number) => {
    const at = start(String(step));
    return at === undefined ? undefined : output.slice(at);
  };
  const ended = once(child, "exit").then(([code]) => Number(code ?? 1));
  const finished = new Promise<number>((resolve) => {
    child.stdout.on("data", () => {
      if (start("end") !== undefined) resolve(0);
    });
  });
  return {
    from,
    of: (step) => from(step)?.split(MARK)[0],
    done: Promise.race([finished, ended]),
    close: async () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
