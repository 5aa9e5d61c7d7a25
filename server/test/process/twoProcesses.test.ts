import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { type Database, openDatabase } from "../../src/platform/database/index.ts";
import { type FreshDatabase, freshDatabase } from "../database.ts";
import { makeSalon, type Salon } from "../salon.ts";
import { newDataFolder, type RunningServer, startServer } from "./daybook.ts";

let fresh: FreshDatabase;
let database: Database;
let salon: Salon;
const folders: ReturnType<typeof newDataFolder>[] = [];
const servers: RunningServer[] = [];
const LIMIT = 600;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ connectionString: fresh.connectionString });
  salon = await makeSalon(database, systemClock);
  for (let process = 0; process < 2; process++) {
    const folder = newDataFolder();
    folders.push(folder);
    const settings = { DATABASE_URL: fresh.connectionString, DAYBOOK_RATE_LIMIT_PER_MINUTE: `${LIMIT}` };
    servers.push(await startServer(folder.dataDir, { command: "web", ...settings }));
  }
}, 120_000);
afterAll(async () => {
  for (const server of servers) server.child.kill("SIGTERM");
  await Promise.all(servers.map((server) => server.ended));
  for (const folder of folders) folder.remove();
  await database.close();
  await fresh.drop();
});

function ask(process: number, method: "GET" | "POST", path: string, body?: object, key?: string) {
  return fetch(`${servers[process]?.address}/api/v1/businesses/${salon.businessId}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${salon.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

test("twins in two processes are done once, and answered the same", async () => {
  for (let round = 0; round < 10; round++) {
    const key = randomUUID();
    const twins = Array.from({ length: 6 }, (_, index) =>
      ask(index % 2, "POST", "/clients", { first_name: `Ada ${round}` }, key),
    );
    const answers = await Promise.all(twins);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(answers.filter((answer) => answer.headers.get("idempotency-replayed") === null)).toHaveLength(1);
  }
});

test("two processes together let through what one limit allows", async () => {
  const startedAt = performance.now();
  const statuses: number[] = [];
  // Less than what was asked before may have flown in again; what is counted here began with at most a full bucket.
  await Promise.all(
    Array.from({ length: 16 }, async (_, connection) => {
      for (let request = 0; request < 100; request++) {
        const answer = await ask(connection % 2, "GET", "/service-categories");
        await answer.text();
        statuses.push(answer.status);
        if (answer.status === 429) expect(answer.headers.get("retry-after")).toBe("1");
        expect(answer.headers.get("ratelimit-limit")).toBe(`${LIMIT}`);
      }
    }),
  );
  const flownIn = ((performance.now() - startedAt) / 60_000) * LIMIT;
  const allowed = statuses.filter((status) => status === 200).length;
  expect(statuses).toHaveLength(1600);
  expect(allowed).toBeGreaterThan(LIMIT * 0.8);
  expect(allowed).toBeLessThanOrEqual(Math.ceil(LIMIT + flownIn));
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
});
