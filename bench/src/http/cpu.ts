import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { processTreeOf } from "../start/memory.ts";

/** The microseconds of a clock tick of `/proc`, on every Linux that Node supports. */
const TICK_MICROS = 10_000;

/** Returns the CPU time that a process and its descendants have used so far. */
export function cpuMicrosOf(pid: number): number {
  return processTreeOf(pid).reduce((sum, one) => sum + ticksOf(one) * TICK_MICROS, 0);
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Counts the fields after the program's name, because the name may contain any characters. User and system time are the
    // 12th and 13th of these fields.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    // The process has ended.
    return 0;
  }
}

/** Returns the id of PostgreSQL's first process on this machine, from the first line of the server's lock file. */
export async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ data_directory: string }>("show data_directory");
  const lockFile = join(rows[0]?.data_directory ?? "", "postmaster.pid");
  return Number(readFileSync(lockFile, "utf8").split("\n")[0]);
}
