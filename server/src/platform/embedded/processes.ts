import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Returns whether a process with this id is running, even if this process may not signal it. A zombie counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return stateOf(pid) !== "Z";
}

/** Returns the command line of a process; undefined when the process does not exist. */
export function commandLineOf(pid: number): string[] | undefined {
  if (process.platform === "linux") {
    const text = readProc(`/proc/${pid}/cmdline`);
    return text ? text.split("\0").filter(Boolean) : undefined;
  }
  const listed = spawnSync("ps", ["-ww", "-o", "command=", "-p", `${pid}`], { encoding: "utf8" });
  return listed.stdout?.trim() ? listed.stdout.trim().split(" ") : undefined;
}

/**
 * Returns a value that identifies a process together with its id, because ids are reused, especially after a restart of the machine or
 * container. Undefined if the process does not exist.
 */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform === "linux") {
    // The command name may contain spaces and brackets, so the fields are counted after its closing bracket.
    const fields = readProc(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ");
    const boot = readProc("/proc/sys/kernel/random/boot_id")?.trim();
    return fields?.[19] && `${boot ?? "unknown"} ${fields[19]}`;
  }
  const listed = spawnSync("ps", ["-o", "lstart=", "-p", `${pid}`], { encoding: "utf8" });
  return listed.stdout?.trim() || undefined;
}

/** Signals a process; returns false if it no longer exists. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Waits until the condition is met and resolves to true; resolves to false after the timeout. */
export async function waitUntil(condition: () => boolean, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > until) return false;
    await pause(10);
  }
  return true;
}

/** Returns the state of a process. A zombie has ended and holds no lock, but keeps its id until its parent reads its exit status. */
function stateOf(pid: number): string | undefined {
  return readProc(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")[0];
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
