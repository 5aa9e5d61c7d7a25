import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "../http/processes.ts";
import type { Row } from "../table.ts";

const MOST_MEGABYTES = 250;
const REST_MS = 10_000;

/**
 * What `npm start` holds in memory when nobody asks anything: the server and the embedded database it starts, at its
 * first start, which loads the demo salon, and at the next. Memory that processes share is counted once, each
 * process's part of it (Pss of the kernel).
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

async function memoryRow(work: string, dataDir: string): Promise<Row> {
  const env = { DATABASE_URL: "", DAYBOOK_DATA_DIR: dataDir };
  const server = await serve("server/src/main.ts", ["start"], env, "/health/ready");
  try {
    await pause(REST_MS);
    const family = familyOf(server.pid);
    const megabytes = family.reduce((sum, pid) => sum + pssKilobytes(pid), 0) / 1024;
    return {
      work,
      ours: `${Math.round(megabytes)} MB (${family.length} processes)`,
      reference: "",
      bar: `≤ ${MOST_MEGABYTES} MB`,
      isMet: megabytes <= MOST_MEGABYTES,
    };
  } finally {
    await server.stop();
  }
}

/** A process and all that came from it. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const stat = read(`/proc/${name}/stat`);
    // The program's name, in brackets, may hold anything; behind it come the state and the parent.
    const parent = /^ \S (\d+)/.exec(stat.slice(stat.lastIndexOf(")") + 1))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const family = [pid];
  for (const one of family) {
    for (const [child, parent] of parents) if (parent === one) family.push(child);
  }
  return family;
}

function pssKilobytes(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  if (found === undefined) throw new Error(`The memory of process ${pid} cannot be read.`);
  return Number(found);
}

/** Empty for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
