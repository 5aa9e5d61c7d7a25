import { median } from "../alternately.ts";
import type { Row } from "../table.ts";
import { cpuMicrosOf, postmasterOf } from "./cpu.ts";
import type { Fixture } from "./fixture.ts";
import { responsesPerSecond } from "./load.ts";
import { type Served, serve } from "./processes.ts";

const PROCESSES = 2;
/**
 * The maximum ratio of the CPU time per response of several processes to that of one process. It corresponds to a rate of
 * at least 0.8 per process, compared with a single process, as long as each process has a core.
 */
const MAX_RATIO = 1 / 0.8;

/**
 * Compares the CPU time per response of several processes that listen on the same port with that of one process. The CPU time
 * includes the server and the database. The rates show how throughput scales only on a machine with a core for each process, one for the
 * database and one for the load generator.
 */
export async function processRows(
  fixture: Fixture,
  paths: readonly string[],
  seconds: number,
  rounds: number,
): Promise<Row[]> {
  const started: Served[] = [];
  try {
    for (const processes of [1, PROCESSES]) {
      const env = {
        ...fixture.settings,
        DAYBOOK_PROCESSES: String(processes),
        DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
      };
      started.push(await serve("server/src/main.ts", ["web"], env, "/health/ready"));
    }
    const postmaster = await postmasterOf(fixture.client);
    const measure = async ({ port, pid }: Served) => {
      const before = cpuMicrosOf(pid) + cpuMicrosOf(postmaster);
      const load = { port, keys: [fixture.salon.key], connections: 32, seconds, first: 0 };
      const { perSecond } = await responsesPerSecond({ ...load, kind: { name: "get", paths } }, "200");
      const micros = (cpuMicrosOf(pid) + cpuMicrosOf(postmaster) - before) / (perSecond * seconds);
      return { perSecond, micros };
    };
    const results: (readonly { perSecond: number; micros: number }[])[] = [];
    for (let round = 0; round <= rounds; round++) {
      const result: { perSecond: number; micros: number }[] = [];
      for (const server of started) result.push(await measure(server));
      if (round > 0) results.push(result);
    }
    const of = (index: number, name: "perSecond" | "micros") =>
      median(results.map((result) => result[index]?.[name] ?? Number.NaN));
    const ratio = of(1, "micros") / of(0, "micros");
    return [
      {
        name: `availability 1 staff × 1 day, ${PROCESSES} processes: CPU of an answer, server and database`,
        result: `${Math.round(of(1, "micros"))} µs at ${Math.round(of(1, "perSecond"))}/s`,
        reference: `1 process ${Math.round(of(0, "micros"))} µs at ${Math.round(of(0, "perSecond"))}/s`,
        ratio,
        target: `≤ ${MAX_RATIO}×`,
        isMet: ratio <= MAX_RATIO,
      },
    ];
  } finally {
    for (const server of started) await server.stop();
  }
}
