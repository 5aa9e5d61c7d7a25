import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { setInitialPassword } from "../../src/features/access/sessions/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import type { Database } from "../../src/platform/database/index.ts";
import { closedAtEnd } from "../fixtures/closeAtEnd.ts";
import { openPatiently } from "../fixtures/database.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import { sql } from "../fixtures/sql.ts";
import { type ReplicatedDatabase, startReplicatedDatabase } from "../fixtures/streamingReplica.ts";
import { commandHere } from "../process/commandHere.ts";
import { newDataFolder, type RunningServer, startServer } from "../process/daybook.ts";
import { sessionAt } from "../process/sessionAt.ts";

const PASSWORD = "correct horse battery";
const UNTIL = { timeout: 60_000, interval: 50 };
const dataDir = newDataFolder();
let replicated: ReplicatedDatabase;
let database: Database;
let salon: Salon;
/** Two servers, because a caller's next request may reach another process. */
let servers: RunningServer[] = [];
let session: Record<string, string>;
let environment: Record<string, string>;

beforeAll(async () => {
  replicated = closedAtEnd(await startReplicatedDatabase());
  database = openPatiently({ connectionString: replicated.primaryUrl, poolSize: 2 });
  salon = await createSalon(database, systemClock);
  const { ownerId: userId } = salon;
  await database.transaction((tx) => setInitialPassword(tx, userId, PASSWORD, systemClock.now()));
  environment = {
    command: "web",
    DATABASE_URL: replicated.primaryUrl,
    DATABASE_REPLICA_URL: replicated.replicaUrl,
    DAYBOOK_SECRET: "s".repeat(32),
    DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
  };
  servers = await Promise.all([startServer(dataDir, environment), startServer(dataDir, environment)]);
  const [owner] = await sql(database)<{ email: string }>`select email from users where id = ${userId}`;
  session = await sessionAt(String(servers[0]?.address), { email: owner?.email ?? "", password: PASSWORD });
}, 300_000);
afterEach(() => replicated.resumeReplay().catch(() => undefined));

const at = (nth: number) => `${servers[nth]?.address}`;

/** Returns the number of requests that have read from the replica and from the primary, on both servers. */
async function reads(): Promise<{ replica: number; primary: number }> {
  const pages = await Promise.all(servers.map(async (_, nth) => (await fetch(`${at(nth)}/metrics`)).text()));
  const sum = (from: string) =>
    pages.reduce(
      (total, page) =>
        total +
        Number(new RegExp(`^daybook_replica_reads_total\\{from="${from}"\\} (\\d+)`, "m").exec(page)?.[1]),
      0,
    );
  return { replica: sum("replica"), primary: sum("primary") };
}

/** Sends a request to one server. Returns the ids of the records in the latest entries of the audit log, newest first. */
async function changedClients(nth: number): Promise<string[]> {
  const answer = await fetch(`${at(nth)}/api/v1/businesses/${salon.businessId}/audit-log?limit=5`, {
    headers: session,
  });
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { items: { entity_id: string }[] } };
  return data.items.map(({ entity_id }) => entity_id);
}

let clients = 0;
/** Creates a client through one server. Returns its id. */
async function createClient(nth: number): Promise<string> {
  const answer = await fetch(`${at(nth)}/api/v1/businesses/${salon.businessId}/clients`, {
    method: "POST",
    headers: { authorization: `Bearer ${salon.key}`, "content-type": "application/json" },
    body: JSON.stringify({ first_name: `Client ${++clients}` }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

test("a list shows the caller's own write at once, also in another process, and is read from the replica", async () => {
  const before = await reads();
  for (let round = 0; round < 20; round++) {
    const id = await createClient(round % 2);
    expect(await changedClients((round + 1) % 2)).toContain(id);
  }
  const after = await reads();
  expect(after.replica - before.replica).toBeGreaterThan(0);
  expect(after.replica + after.primary - before.replica - before.primary).toBe(20);
});

test("a replica that does not replay is not used, and answers are complete", async () => {
  await replicated.pauseReplay();
  const before = await reads();
  const id = await createClient(0);
  expect(await changedClients(0)).toContain(id);
  expect(await changedClients(1)).toContain(id);
  const after = await reads();
  expect([after.replica - before.replica, after.primary - before.primary]).toEqual([0, 2]);
  await replicated.resumeReplay();
  await vi.waitUntil(async () => {
    const earlier = await reads();
    await changedClients(0);
    return (await reads()).replica > earlier.replica;
  }, UNTIL);
});

test("reports are read from the replica", async () => {
  await vi.waitUntil(async () => {
    const before = await reads();
    const answer = await fetch(
      `${at(0)}/api/v1/businesses/${salon.businessId}/reports/overview?from=2027-03-01&to=2027-03-31`,
      { headers: session },
    );
    expect(answer.status).toBe(200);
    return (await reads()).replica > before.replica;
  }, UNTIL);
});

test("doctor reports by how many bytes the replica is behind, and rejects the URL of the database itself", async () => {
  const { command: _, ...settings } = environment;
  const good = await commandHere(["doctor"], { ...settings, DAYBOOK_DATA_DIR: dataDir });
  expect(good.output).toMatch(/^ok {5}replica {4} *\d+ bytes behind$/m);
  const same = { ...settings, DATABASE_REPLICA_URL: replicated.primaryUrl, DAYBOOK_DATA_DIR: dataDir };
  const bad = await commandHere(["doctor"], same);
  expect(bad.code).toBe(1);
  expect(bad.output).toMatch(
    /^WRONG {2}replica {4} *DATABASE_REPLICA_URL is not a replica: it accepts writes$/m,
  );
}, 120_000);

// This test is the last one, because it does not start the replica again.
test("when the replica ends, reads go to the primary, and the servers stay ready", async () => {
  await replicated.stopReplica();
  const id = await createClient(0);
  for (const nth of [0, 1]) {
    expect(await changedClients(nth)).toContain(id);
    expect((await fetch(`${at(nth)}/health/ready`)).status).toBe(200);
  }
  expect(servers[0]?.errors()).toContain("the read replica failed; reading from the primary for 5 seconds");
});
