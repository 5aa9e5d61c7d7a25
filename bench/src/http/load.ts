import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface Load {
  readonly port: number;
  /** API keys, used in turn. */
  readonly keys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** The number of the first request. Each later request has the next number. */
  readonly first: number;
  readonly kind:
    | { readonly name: "get"; readonly paths: readonly string[] }
    | {
        readonly name: "book";
        /** The salon's number, which is part of the generated ids. */
        readonly salon: number;
        readonly path: string;
        readonly locationId: string;
        readonly serviceId: string;
        readonly staff: number;
        readonly clients: number;
        /** The start of the first booked appointment, in milliseconds since the epoch. */
        readonly firstAt: number;
      };
}

export interface LoadResult {
  readonly responses: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Millis: number;
  readonly p99Millis: number;
  readonly next: number;
}

const script = fileURLToPath(new URL("loadProcess.ts", import.meta.url));

/**
 * Runs a load and returns its rate per second. Throws on an unexpected status, because fast error responses would
 * distort the rate.
 */
export async function responsesPerSecond(
  load: Load,
  status: string,
): Promise<{ perSecond: number; p50Millis: number; p99Millis: number; next: number }> {
  const running = promisify(execFile)(process.execPath, [script]);
  running.child.stdin?.end(JSON.stringify(load));
  const { stdout } = await running;
  const result = JSON.parse(stdout) as LoadResult;
  if (result.responses === 0 || result.statuses[status] !== result.responses) {
    throw new Error(`not every response had the status ${status}: ${JSON.stringify(result.statuses)}`);
  }
  const { p50Millis, p99Millis, next } = result;
  return { perSecond: result.responses / load.seconds, p50Millis, p99Millis, next };
}
