import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "../http/processes.ts";
import type { Row } from "../table.ts";

const MAX_MEGABYTES = 250;
const IDLE_MS = 10_000;

/**
 * Measures the memory of the idle server and its embedded database after the first start, which loads the demo salon,
 * and after the second start. Uses the kernel's proportional set size (Pss), which counts shared memory once.
 */
export async function memoryRows(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"));
  try {
    return [
      await memoryRow("memory of the idle server, first start", dataDir),
      await memoryRow("memory of the idle server, next start", dataDir),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function memoryRow(name: string, dataDir: string): Promise<Row> {
  const env = { DATABASE_URL: "", DAYBOOK_DATA_DIR: dataDir };
  const server = await serve("server/src/main.ts", ["start"], env, "/health/ready");
  try {
    await pause(IDLE_MS);
    const megabytes = pssMegabytesOf(server.pid);
    return {
      name,
      result: `${Math.round(megabytes)} MB (${processTreeOf(server.pid).length} processes)`,
      reference: "",
      target: `≤ ${MAX_MEGABYTES} MB`,
      isMet: megabytes <= MAX_MEGABYTES,
    };
  } finally {
    await server.stop();
  }
}

/** Returns the proportional set size of a process and all its descendants. */
export function pssMegabytesOf(pid: number): number {
  return processTreeOf(pid).reduce((sum, one) => sum + pssKilobytes(one), 0) / 1024;
}

/** Returns the ids of a process and all its descendants. */
export function processTreeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const stat = read(`/proc/${name}/stat`);
    // The program's name, in parentheses, may contain any characters. The state and the parent follow the name.
    const parent = /^ \S (\d+)/.exec(stat.slice(stat.lastIndexOf(")") + 1))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const tree = [pid];
  for (const one of tree) {
    for (const [child, parent] of parents) if (parent === one) tree.push(child);
  }
  return tree;
}

function pssKilobytes(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  if (found === undefined) throw new Error(`cannot read the memory of process ${pid}`);
  return Number(found);
}

/** Reads a file in `/proc`. Returns an empty string when the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
