import { Agent, request } from "node:http";
import { expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { freshDatabase } from "../fixtures/database.ts";
import { createSalon } from "../fixtures/salon.ts";
import { isFullRun } from "../fullRun.ts";
import { newDataFolder, startServer } from "./daybook.ts";

const CALLERS = 24;
const ROUNDS = isFullRun ? 30 : 1;
const dataDir = newDataFolder();

const fresh = await freshDatabase();
const database = openDatabase({ connectionString: fresh.connectionString });
const salon = await createSalon(database, systemClock);
await database.close();
const environment = {
  command: "web",
  DATABASE_URL: fresh.connectionString,
  DAYBOOK_SECRET: "s".repeat(32),
  DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
};

interface Seen {
  answered: number;
  /** The error codes of failed requests. Excludes refused connections, which only mean that the server has exited. */
  failures: string[];
  closing: number;
}

/** Sends requests in sequence on a keep-alive connection until the server refuses connections. */
async function callUntilRefused(address: string, agent: Agent, seen: Seen): Promise<void> {
  for (;;) {
    const outcome = await new Promise<string>((resolve) => {
      const call = request(
        `${address}/api/v1/businesses/${salon.businessId}/services`,
        { agent, headers: { authorization: `Bearer ${salon.key}` } },
        (answer) => {
          let body = "";
          answer.setEncoding("utf8").on("data", (part: string) => {
            body += part;
          });
          answer.once("end", () => {
            if (answer.headers.connection === "close") seen.closing++;
            // On a busy machine, a request may wait too long for a connection to the database.
            const isAnswered = answer.statusCode === 200 || body.includes("The server is overloaded.");
            resolve(isAnswered ? "ok" : `status ${answer.statusCode}: ${body}`);
          });
          answer.once("error", (error) => resolve(String(error)));
        },
      );
      call.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? String(error)));
      call.end();
    });
    if (outcome === "ECONNREFUSED") return;
    if (outcome === "ok") seen.answered++;
    else seen.failures.push(outcome);
    if (outcome === "ECONNRESET" && seen.failures.length > 100) return;
  }
}

/** Waits until the health check fails. Until then, the server still responds. */
async function refusedHealthCheck(address: string): Promise<void> {
  const refused = await vi.waitUntil(
    async () => {
      const answer = await fetch(`${address}/health/ready`);
      return answer.status === 503 ? answer : undefined;
    },
    { timeout: 20_000, interval: 5 },
  );
  expect(refused.headers.get("connection")).toBe("close");
  expect(refused.headers.get("retry-after")).not.toBeNull();
  expect(await refused.json()).toMatchObject({
    status: "not_ready",
    checks: { process: "ending", database: "ok" },
  });
}

test(`SIGTERM under load: ${ROUNDS} rounds with ${CALLERS} callers on kept connections, no request is reset, and /health/ready is 503 while requests are still answered`, async () => {
  const seen: Seen = { answered: 0, failures: [], closing: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer(dataDir, environment);
    // Simulates a load balancer's health check in every second round. After SIGTERM, the server then keeps listening until a later
    // check has received a 503.
    const isChecked = round % 2 === 0;
    if (isChecked) expect((await fetch(`${server.address}/health/ready`)).status).toBe(200);
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    const before = seen.answered;
    const callers = Promise.all(
      Array.from({ length: CALLERS }, () => callUntilRefused(server.address, agent, seen)),
    );
    await vi.waitUntil(() => seen.answered > before + 5 * CALLERS, { timeout: 60_000, interval: 5 });
    server.child.kill("SIGTERM");
    if (isChecked) await refusedHealthCheck(server.address);
    await callers;
    expect(await server.ended).toBe(0);
    agent.destroy();
  }
  expect(seen.failures).toEqual([]);
  expect(seen.closing).toBeGreaterThanOrEqual(ROUNDS * CALLERS);
}, 1_800_000);
