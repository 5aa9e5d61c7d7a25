import { readFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { type Served, serve } from "../http/processes.ts";
import type { Row } from "../table.ts";
import type { AppFixture } from "./fixture.ts";

const STREAMS = 500;
const MAX_MEGABYTES = 50;

/** Measures the memory that 500 open streams of `GET …/changes` add to the server. The reference only keeps streams open. */
export async function streamRow({ server, businessId, cookie }: AppFixture): Promise<Row> {
  const path = `/api/v1/businesses/${businessId}/changes`;
  const ours = await addedMegabytes(server, path, cookie);
  const bare = await serve("bench/src/app/bareStreams.ts", [], {}, "/ready");
  try {
    const reference = await addedMegabytes(bare, "/changes", cookie);
    return {
      name: `memory that ${STREAMS} streams of changes add to the server`,
      result: `${ours.toFixed(1)} MB`,
      reference: `streams of node:http: ${reference.toFixed(1)} MB`,
      ratio: ours / reference,
      target: `≤ ${MAX_MEGABYTES} MB`,
      isMet: ours <= MAX_MEGABYTES,
    };
  } finally {
    await bare.stop();
  }
}

async function addedMegabytes({ port, pid }: Served, path: string, cookie: string): Promise<number> {
  const agent = new Agent({ maxSockets: STREAMS });
  const before = residentMegabytes(pid);
  try {
    const opened = Array.from({ length: STREAMS }, () => openStream(port, path, cookie, agent));
    await Promise.all(opened);
    return residentMegabytes(pid) - before;
  } finally {
    agent.destroy();
  }
}

/** Opens a stream. Resolves when its first event has arrived. */
function openStream(port: number, path: string, cookie: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage) => {
      response.once("data", () => resolve());
      response.on("error", () => {});
      if (response.statusCode !== 200) reject(new Error(`${path} responded with ${response.statusCode}`));
    };
    get({ host: "127.0.0.1", port, path, agent, headers: { cookie } }, read).on("error", reject);
  });
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kilobytes === undefined) throw new Error(`cannot read the memory of process ${pid}`);
  return Number(kilobytes) / 1024;
}
