import { withBenchDatabase } from "../database.ts";
import { serve } from "../http/processes.ts";
import { makeBenchSalon } from "../http/salon.ts";
import type { Row } from "../table.ts";
import { CLIENTS, FIRST_NAMES, LAST_NAMES, seedClients } from "./seedClients.ts";

const MAX_P99_MS = 50;

/**
 * Measures the search for clients over HTTP, one request at a time, with the default settings of the embedded database: common and rare
 * names, prefixes, full names, e-mail addresses and parts of phone numbers.
 */
export async function searchRows(): Promise<Row[]> {
  return withBenchDatabase(async ({ dataDir, connectionString, database, client, onClose }) => {
    const salon = await makeBenchSalon(database, 1);
    await seedClients(database, client, salon.businessId);
    const settings = { DATABASE_URL: connectionString, DAYBOOK_DATA_DIR: dataDir };
    const server = await serve(
      "server/src/main.ts",
      ["web"],
      { ...settings, DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" },
      "/health/ready",
    );
    onClose(server.stop);
    const search = async (q: string) => {
      const path = `/api/v1/businesses/${salon.businessId}/clients?q=${encodeURIComponent(q)}`;
      const startedAt = performance.now();
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        headers: { authorization: `Bearer ${salon.key}` },
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the search for ${q} got ${answer.status}`);
      return performance.now() - startedAt;
    };
    for (const q of QUESTIONS) await search(q);
    const times: { readonly q: string; readonly ms: number }[] = [];
    for (let round = 0; round < 3; round++) for (const q of QUESTIONS) times.push({ q, ms: await search(q) });
    times.sort((one, other) => one.ms - other.ms);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))] as (typeof times)[number];
    const [half, p99] = [at(0.5), at(0.99)];
    return [
      {
        name: `search in ${CLIENTS.toLocaleString("en-US")} clients, 99th percentile`,
        result: `${p99.ms.toFixed(1)} ms (${p99.q})`,
        reference: `median ${half.ms.toFixed(1)} ms`,
        target: `≤ ${MAX_P99_MS} ms`,
        isMet: p99.ms <= MAX_P99_MS,
      },
    ];
  });
}

const QUESTIONS = [
  ...FIRST_NAMES.slice(0, 60),
  ...LAST_NAMES.slice(0, 60),
  ...FIRST_NAMES.slice(0, 20).flatMap((name) => [name.slice(0, 1), name.slice(0, 2), name.slice(0, 3)]),
  ...FIRST_NAMES.slice(0, 20).map((name, index) => `${name} ${LAST_NAMES[index]}`),
  ...FIRST_NAMES.slice(-20),
  ...LAST_NAMES.slice(-20),
  ...Array.from({ length: 20 }, (_, index) => String(1_000_000 + 7_919 * index).slice(1)),
  "example",
  "gmail",
  "nobody",
];
