import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { migrate, openDatabase } from "../../../server/src/platform/database/index.ts";
import { startEmbedded } from "../../../server/src/platform/embedded/index.ts";
import { openOwnerSession } from "../http/ownerSession.ts";
import { type Served, serve } from "../http/processes.ts";
import { type BenchSalon, makeBenchSalon } from "../http/salon.ts";
import type { Row } from "../table.ts";
import type { Asked, Asking } from "./asker.ts";
import { type Question, worstQuestions } from "./worstQuestions.ts";

const AT_ONCE = 8;
const MAX_P99_MS = 250;
const MAX_ANSWER_BYTES = 10_000_000;
const MAX_GROWTH_MB = 150;
const MAX_TURN_MS = 100;
const PROBE = fileURLToPath(new URL("turnProbe.ts", import.meta.url));

/**
 * Measures the most expensive requests of one business, eight at a time, while a second business (the neighbour) sends
 * `GET /me`. The rows contain the neighbour's 99th percentile, the size of the largest response, the growth of the
 * server's memory since the start, and the longest iteration of the server's event loop in CPU time.
 */
export async function fairnessRows(seconds: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"));
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const embedded = await startEmbedded({ dataDir, log: () => {}, command: "bench" });
    closing.push(embedded.stop);
    const { connectionString } = embedded;
    await migrate(connectionString);
    // On a busy machine, inserting long records exceeds the default statement timeout.
    const database = openDatabase({ connectionString, bounds: { statementMs: 600_000 } });
    closing.push(database.close);
    const busy = await makeBenchSalon(database, 1);
    const neighbour = await makeBenchSalon(database, 2);
    const settings = { DATABASE_URL: connectionString, DAYBOOK_DATA_DIR: dataDir };
    const unlimited = { DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" };
    const env = { ...settings, ...unlimited };
    const server = await serve("server/src/main.ts", ["web"], env, "/health/ready", PROBE);
    closing.push(server.stop);
    const session = await openOwnerSession(server, database, busy.businessId);
    const origin = `http://127.0.0.1:${server.port}`;
    const inApp = { ...session, origin };
    const sendAs =
      (headers: Readonly<Record<string, string>>) => async (method: string, path: string, body?: unknown) => {
        const { status, text } = await send(server, `/businesses/${busy.businessId}${path}`, {
          method,
          headers,
          body,
        });
        if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`);
        return JSON.parse(text);
      };
    const questions = await worstQuestions(database, busy, {
      send: sendAs(keyOf(busy)),
      sendInApp: sendAs(inApp),
    });
    await sampleUntil(server, neighbour, pause(1000));
    const before = residentMegabytes(server.pid);
    const rows: Row[] = [];
    for (const question of questions)
      rows.push(await rowOf(server, busy, neighbour, inApp, question, seconds, before));
    return rows;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function rowOf(
  server: Served,
  busy: BenchSalon,
  neighbour: BenchSalon,
  session: Readonly<Record<string, string>>,
  question: Question,
  seconds: number,
  memoryBefore: number,
): Promise<Row> {
  await longestTurnMs(server);
  const api = `http://127.0.0.1:${server.port}/api/v1`;
  const asking = ask({
    urls: [question.path]
      .flat()
      .map((path) =>
        path.startsWith("/api/") ? `${new URL(path, api)}` : `${api}/businesses/${busy.businessId}${path}`,
      ),
    method: question.method,
    headers: {
      ...(question.isInApp ? session : keyOf(busy)),
      ...(question.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(question.file === undefined ? {} : { file: question.file }),
    ...(question.refusedWith === undefined ? {} : { refusedWith: question.refusedWith }),
    bodies: Array.from({ length: question.body === undefined ? 0 : 150 }, (_, number) =>
      JSON.stringify(question.body?.(number)),
    ),
    seconds,
    atOnce: AT_ONCE,
  });
  const { millis, peakMegabytes } = await sampleUntil(server, neighbour, asking);
  const { statuses, largest, refused } = await asking;
  if (refused !== undefined) throw new Error(`${question.name} answered ${refused}`);
  const sorted = millis.toSorted((one, other) => one - other);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  const growth = peakMegabytes - memoryBefore;
  const turnMs = await longestTurnMs(server);
  const isSmall = question.hasAnySize === true || largest <= MAX_ANSWER_BYTES;
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  return {
    name: `neighbour's GET /me during 8 × ${question.name}`,
    result: `p99 ${Math.round(p99)} ms of ${sorted.length}`,
    reference: `${answered}; ${(largest / 1e6).toFixed(1)} MB an answer; memory +${Math.round(growth)} MB; turn ≤ ${Math.round(turnMs)} ms`,
    target: `p99 < ${MAX_P99_MS} ms, ${question.hasAnySize ? "any size" : "≤ 10 MB"}, < +${MAX_GROWTH_MB} MB, turn < ${MAX_TURN_MS} ms`,
    isMet: p99 < MAX_P99_MS && isSmall && growth < MAX_GROWTH_MB && turnMs < MAX_TURN_MS,
  };
}

/** Sends a request repeatedly from a separate thread (asker.ts). Returns the thread's results. */
async function ask(asking: Asking): Promise<Asked> {
  const thread = new Worker(new URL("asker.ts", import.meta.url), { workerData: asking });
  const [request] = await once(thread, "message");
  return request;
}

/**
 * Sends the neighbour's `GET /me` repeatedly until `work` settles. Returns the response times and the server's peak
 * memory.
 */
async function sampleUntil(server: Served, neighbour: BenchSalon, work: Promise<unknown>) {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  const millis: number[] = [];
  let peakMegabytes = 0;
  while (!isOver) {
    const startedAt = performance.now();
    const { status, text } = await send(server, "/me", { method: "GET", headers: keyOf(neighbour) });
    if (status !== 200) throw new Error(`GET /me answered ${status}: ${text}`);
    millis.push(performance.now() - startedAt);
    peakMegabytes = Math.max(peakMegabytes, residentMegabytes(server.pid));
    await pause(10);
  }
  await ended;
  return { millis, peakMegabytes };
}

async function send(
  server: Served,
  path: string,
  request: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  },
) {
  const { method, headers, body } = request;
  const sent =
    body === undefined || body instanceof FormData
      ? { headers, body: body ?? null }
      : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, { method, ...sent });
  return { status: response.status, text: await response.text() };
}

const keyOf = ({ key }: BenchSalon): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** Returns the longest iteration of the server's event loop since the last call, in milliseconds of CPU time. */
async function longestTurnMs({ child }: Served): Promise<number> {
  child.send("turns");
  const [millis] = await once(child, "message");
  return millis as number;
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
