import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { migrate, openDatabase } from "../../../server/src/platform/database/index.ts";
import { startEmbedded } from "../../../server/src/platform/embedded/index.ts";
import { type Served, serve } from "../http/processes.ts";
import { type BenchSalon, makeBenchSalon } from "../http/salon.ts";
import type { Row } from "../table.ts";
import { type Question, worstQuestions } from "./worstQuestions.ts";

const AT_ONCE = 8;
const MAX_P99_MS = 250;
const MAX_ANSWER_BYTES = 10_000_000;
const MAX_GROWTH_MB = 150;

/**
 * The most expensive requests of a business, eight at once, while a neighbour reads `GET /me`: its 99th percentile, the
 * largest answer, and how far the server's memory grew since before the first of them.
 */
export async function fairnessRows(seconds: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"));
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const embedded = await startEmbedded({ dataDir, log: () => {}, command: "bench" });
    closing.push(embedded.stop);
    const { connectionString } = embedded;
    await migrate(connectionString);
    const database = openDatabase({ connectionString });
    closing.push(database.close);
    const busy = await makeBenchSalon(database, 1);
    const neighbour = await makeBenchSalon(database, 2);
    const settings = { DATABASE_URL: connectionString, DAYBOOK_DATA_DIR: dataDir };
    const unlimited = { DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" };
    const server = await serve("server/src/main.ts", ["web"], { ...settings, ...unlimited }, "/health/ready");
    closing.push(server.stop);
    const questions = await worstQuestions(database, busy, async (method, path, body) => {
      const { status, text } = await send(
        server,
        busy,
        method,
        `/businesses/${busy.businessId}${path}`,
        body,
      );
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`);
      return JSON.parse(text);
    });
    await sampleUntil(server, neighbour, pause(1000));
    const before = residentMegabytes(server.pid);
    const rows: Row[] = [];
    for (const question of questions)
      rows.push(await rowOf(server, busy, neighbour, question, seconds, before));
    return rows;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function rowOf(
  server: Served,
  busy: BenchSalon,
  neighbour: BenchSalon,
  question: Question,
  seconds: number,
  memoryBefore: number,
): Promise<Row> {
  const endsAt = performance.now() + seconds * 1000;
  const path = `/businesses/${busy.businessId}${question.path}`;
  const statuses = new Map<number, number>();
  let number = 0;
  let largest = 0;
  const ask = async () => {
    do {
      const { status, bytes, text } = await send(
        server,
        busy,
        question.method,
        path,
        question.body?.(number++),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      largest = Math.max(largest, bytes);
      if (status >= 400 && status !== 429) throw new Error(`${question.name} answered ${status}: ${text}`);
    } while (performance.now() < endsAt);
  };
  const asking = Promise.all(Array.from({ length: AT_ONCE }, ask));
  const { millis, peakMegabytes } = await sampleUntil(server, neighbour, asking).catch((error: unknown) => {
    throw new Error(`during ${question.name}`, { cause: error });
  });
  const sorted = millis.toSorted((one, other) => one - other);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  const growth = peakMegabytes - memoryBefore;
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  return {
    name: `neighbour's GET /me during 8 × ${question.name}`,
    result: `p99 ${Math.round(p99)} ms of ${sorted.length}`,
    reference: `${answered}; ${(largest / 1e6).toFixed(1)} MB an answer; memory +${Math.round(growth)} MB`,
    target: `p99 < ${MAX_P99_MS} ms, ≤ 10 MB, < +${MAX_GROWTH_MB} MB`,
    isMet: p99 < MAX_P99_MS && largest <= MAX_ANSWER_BYTES && growth < MAX_GROWTH_MB,
  };
}

/** Reads the neighbour's `GET /me` again and again until the work ends; also the server's largest memory meanwhile. */
async function sampleUntil(server: Served, neighbour: BenchSalon, work: Promise<unknown>) {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  const millis: number[] = [];
  let peakMegabytes = 0;
  while (!isOver) {
    const startedAt = performance.now();
    const { status, text } = await send(server, neighbour, "GET", "/me");
    if (status !== 200) throw new Error(`GET /me answered ${status}: ${text}`);
    millis.push(performance.now() - startedAt);
    peakMegabytes = Math.max(peakMegabytes, residentMegabytes(server.pid));
    await pause(10);
  }
  await ended;
  return { millis, peakMegabytes };
}

async function send(server: Served, salon: BenchSalon, method: string, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${salon.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  // Decoding megabytes here would delay the samples, and only small answers are read.
  return { status: response.status, bytes: bytes.length, text: bytes.toString("utf8", 0, 1_000_000) };
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
