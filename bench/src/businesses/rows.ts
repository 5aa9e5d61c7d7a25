import { withBenchDatabase } from "../database.ts";
import { cpuMicrosOf, postmasterOf } from "../http/cpu.ts";
import { responsesPerSecond } from "../http/load.ts";
import { type Served, serve } from "../http/processes.ts";
import { type BenchSalon, makeBenchSalon } from "../http/salon.ts";
import { monthFromAt } from "../http/seed.ts";
import { pssMegabytesOf } from "../start/memory.ts";
import type { Row } from "../table.ts";

const MANY = 2_000;
const FEW = 40;
const ACTIVE = 20;
/** The number of days that are searched for each active business, and the number of times that each day is searched. */
const DAYS = 4;
const REPEATS = 5;
const CACHE_MB = 64;
const MAX_RATIO = 1.5;
/** The memory that a process uses for each byte of its caches, according to docs/operate.md. */
const MEMORY_FACTOR = 2;
const DAY_MS = 86_400_000;

/**
 * Measures availability searches while twenty businesses at a time are active, once with 2,000 businesses in turn and once with 40:
 * the CPU time of a response, and the additional memory of the server for 2,000 businesses, which `DAYBOOK_CACHE_MB` limits.
 */
export async function businessesRows(seconds: number): Promise<Row[]> {
  return withBenchDatabase(async ({ dataDir, connectionString, database, client }) => {
    const postmaster = await postmasterOf(client);
    const salons: BenchSalon[] = [];
    while (salons.length < MANY) salons.push(await makeBenchSalon(database, salons.length + 1, 1));

    const measure = async (active: readonly BenchSalon[]) => {
      const env = {
        DATABASE_URL: connectionString,
        DAYBOOK_DATA_DIR: dataDir,
        DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
        DAYBOOK_CACHE_MB: String(CACHE_MB),
      };
      const server = await serve("server/src/main.ts", ["web"], env, "/health/ready");
      try {
        return {
          micros: await microsPerAnswer(server, postmaster, active, seconds),
          mb: pssMegabytesOf(server.pid),
        };
      } finally {
        await server.stop();
      }
    };
    const few = await measure(salons.slice(0, FEW));
    const many = await measure(salons);
    const ratio = many.micros / few.micros;
    const more = many.mb - few.mb;
    return [
      {
        name: `availability, ${ACTIVE} of ${MANY.toLocaleString("en-US")} businesses active in turn: CPU of an answer`,
        result: `${Math.round(many.micros)} µs`,
        reference: `of ${FEW} businesses ${Math.round(few.micros)} µs`,
        ratio,
        target: `≤ ${MAX_RATIO}×`,
        isMet: ratio <= MAX_RATIO,
      },
      {
        name: `the same: memory of the server, DAYBOOK_CACHE_MB=${CACHE_MB}`,
        result: `${Math.round(many.mb)} MB`,
        reference: `of ${FEW} businesses ${Math.round(few.mb)} MB`,
        target: `≤ ${MEMORY_FACTOR * CACHE_MB} MB more`,
        isMet: more <= MEMORY_FACTOR * CACHE_MB,
      },
    ];
  });
}

/** Sends requests until the server has loaded all businesses, and then measures three times for `seconds` seconds. */
async function microsPerAnswer(
  { port, pid }: Served,
  postmaster: number,
  salons: readonly BenchSalon[],
  seconds: number,
): Promise<number> {
  const fromAt = monthFromAt(Date.now());
  const requests = Array.from({ length: salons.length / ACTIVE }, (_, turn) =>
    Array.from({ length: DAYS * REPEATS }, (_, nth) =>
      salons.slice(turn * ACTIVE, (turn + 1) * ACTIVE).map((salon) => ({
        key: salon.key,
        path: pathOf(salon, fromAt + (nth % DAYS) * DAY_MS),
      })),
    ),
  ).flat(2);
  const ask = async (first: number, forSeconds: number) => {
    const kind = { name: "get", paths: requests.map(({ path }) => path) } as const;
    const keys = requests.map(({ key }) => key);
    return responsesPerSecond({ port, keys, connections: 16, seconds: forSeconds, first, kind }, "200");
  };
  let next = 0;
  while (next < Math.max(requests.length, MANY * DAYS * REPEATS)) ({ next } = await ask(next, seconds));
  const before = cpuMicrosOf(pid) + cpuMicrosOf(postmaster);
  const first = next;
  for (let round = 0; round < 3; round++) ({ next } = await ask(next, seconds));
  return (cpuMicrosOf(pid) + cpuMicrosOf(postmaster) - before) / (next - first);
}

function pathOf({ businessId, locationId, serviceId }: BenchSalon, fromAt: number): string {
  const [from, to] = [fromAt, fromAt + DAY_MS].map((at) => new Date(at).toISOString());
  return `/api/v1/businesses/${businessId}/availability?location_id=${locationId}&service_ids=${serviceId}&from=${from}&to=${to}`;
}
