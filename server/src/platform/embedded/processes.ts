import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Whether a process with this number exists. One we may not signal counts as existing. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return stateOf(pid) !== "Z";
}

/** The words a process was started with, or undefined when there is no such process. */
export function commandLineOf(pid: number): string[] | undefined {
  if (process.platform === "linux") {
    const text = readProc(`/proc/${pid}/cmdline`);
    return text ? text.split("\0").filter(Boolean) : undefined;
  }
  const listed = spawnSync("ps", ["-ww", "-o", "command=", "-p", `${pid}`], { encoding: "utf8" });
  return listed.stdout?.trim() ? listed.stdout.trim().split(" ") : undefined;
}

/**
 * A text that names one life of a process: numbers are given out again, after a restart of the
 * machine or a container almost at once. Undefined when there is no such process.
 */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform === "linux") {
    // The command name may hold spaces and brackets, so count the fields after its closing one.
    const fields = readProc(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ");
    const boot = readProc("/proc/sys/kernel/random/boot_id")?.trim();
    return fields?.[19] && `${boot ?? "unknown"} ${fields[19]}`;
  }
  const listed = spawnSync("ps", ["-o", "lstart=", "-p", `${pid}`], { encoding: "utf8" });
  return listed.stdout?.trim() || undefined;
}

/** Signals a process; false when it is no longer there. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Resolves to true once the condition holds, to false when the time is over first. */
export async function waitUntil(condition: () => boolean, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > until) return false;
    await pause(10);
  }
  return true;
}

/** A zombie still has its number but holds nothing: its parent, dead or busy, has not fetched its end yet. */
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
