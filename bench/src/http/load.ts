import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** What is asked, of whom, by how many at once and for how long. */
export interface Load {
  readonly port: number;
  /** Whose requests they are, in turn. */
  readonly keys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** The number of the first request; each further one has the next. */
  readonly first: number;
  readonly kind:
    | { readonly name: "get"; readonly paths: readonly string[] }
    | {
        readonly name: "book";
        /** The salon's number, which its ids are made from. */
        readonly salon: number;
        readonly path: string;
        readonly locationId: string;
        readonly serviceId: string;
        readonly staff: number;
        readonly clients: number;
        /** Where the visits begin that are booked, in milliseconds since the epoch. */
        readonly firstAt: number;
      };
}

export interface LoadResult {
  readonly answers: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly p99Millis: number;
  readonly next: number;
}

const script = fileURLToPath(new URL("loadProcess.ts", import.meta.url));

/** Answers per second that all had the status. Throws when any had another: a refusal is quick and proves nothing. */
export async function answersPerSecond(
  load: Load,
  status: string,
): Promise<{ perSecond: number; p99Millis: number; next: number }> {
  const running = promisify(execFile)(process.execPath, [script]);
  running.child.stdin?.end(JSON.stringify(load));
  const { stdout } = await running;
  const result = JSON.parse(stdout) as LoadResult;
  if (result.answers === 0 || result.statuses[status] !== result.answers) {
    throw new Error(`Not every answer was ${status}: ${JSON.stringify(result.statuses)}`);
  }
  return { perSecond: result.answers / load.seconds, p99Millis: result.p99Millis, next: result.next };
}
