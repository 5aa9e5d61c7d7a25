import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in ticks of 10 ms. */
const TICK_MICROS = 10_000;

interface Times {
  readonly parent: number;
  readonly ownTicks: number;
  /** The CPU time of child processes that have ended. */
  readonly childTicks: number;
}

/** Returns the CPU time of a process, in microseconds. */
export function cpuMicros(pid: number): number {
  return (timesOf(pid)?.ownTicks ?? 0) * TICK_MICROS;
}

/** Returns the CPU time of PostgreSQL's processes, including processes that have ended, in microseconds. */
export function postgresCpuMicros(postmasterPid: number): number {
  const postmaster = timesOf(postmasterPid);
  let ticks = (postmaster?.ownTicks ?? 0) + (postmaster?.childTicks ?? 0);
  for (const name of readdirSync("/proc")) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times?.parent === postmasterPid) ticks += times.ownTicks;
  }
  return ticks * TICK_MICROS;
}

/** Returns the CPU times; undefined if the process has ended. */
function timesOf(pid: number): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const sum = (first: number) => (fields[first] ?? 0) + (fields[first + 1] ?? 0);
    return { parent: fields[1] ?? 0, ownTicks: sum(11), childTicks: sum(13) };
  } catch {
    return undefined;
  }
}
