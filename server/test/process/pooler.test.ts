import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { column, findPooler, openDatabase, statement } from "../../src/platform/database/index.ts";
import { bareDatabase, type FreshDatabase } from "../fixtures/database.ts";
import { createSalon } from "../fixtures/salon.ts";
import { daybook, newDataFolder, startServer } from "./daybook.ts";

const version = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" }).stdout ?? "";
const isInstalled = version.startsWith("PgBouncer");
const keepsNames = isInstalled && Number(/1\.(\d+)/.exec(version)?.[1]) >= 21;
const folder = mkdtempSync(join(tmpdir(), "daybook-pgbouncer-"));
const { dataDir, remove } = newDataFolder();
let bare: FreshDatabase;
let pooled: string;
let pooler: ReturnType<typeof spawn>;

const readSettings = statement({
  name: "test_pooler_read_settings",
  columns: { zone: column.text, seqscan: column.text, lock: column.text, statement: column.text },
  sql: `select
          current_setting('TimeZone') as zone,
          current_setting('enable_seqscan') as seqscan,
          current_setting('lock_timeout') as lock,
          current_setting('statement_timeout') as statement`,
});

/** PgBouncer in transaction mode with few server connections, so that clients share them. */
beforeAll(async () => {
  if (!isInstalled) return;
  bare = await bareDatabase();
  const { host, port, user, database } = new pg.Client({ connectionString: bare.connectionString });
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const listenPort = (free.address() as AddressInfo).port;
  free.close();
  await once(free, "close");
  chmodSync(folder, 0o777);
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(join(folder, "users.txt"), `"${user}" ""\n`);
  writeFileSync(
    config,
    `[databases]
${database} = host=${host} port=${port} dbname=${database} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 4
server_round_robin = 1
${keepsNames ? "max_prepared_statements = 200" : ""}
`,
  );
  // PgBouncer does not run as root: it needs a user to switch to, and the socket of the test server belongs to the
  // owner of its folder.
  const asRoot = userInfo().uid === 0 ? ["-u", ownerOf(host)] : [];
  pooler = spawn("pgbouncer", [...asRoot, config], { stdio: "ignore" });
  pooled = `postgresql://${user}@127.0.0.1:${listenPort}/${database}`;
  await vi.waitUntil(
    async () => {
      const client = new pg.Client({ connectionString: pooled });
      client.on("error", () => undefined);
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    },
    { timeout: 30_000 },
  );
});
afterAll(async () => {
  if (isInstalled) {
    pooler.kill("SIGKILL");
    await bare.drop();
  }
  rmSync(folder, { recursive: true, force: true });
  remove();
});

function ownerOf(path: string): string {
  return spawnSync("stat", ["-c", "%U", path], { encoding: "utf8" }).stdout.trim();
}

const environment = () => ({
  DATABASE_URL: pooled,
  DAYBOOK_DATA_DIR: dataDir,
  DAYBOOK_SECRET: "s".repeat(32),
  DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
});

test.skipIf(!isInstalled)("a pooler is found, and whether it keeps prepared statements", async () => {
  expect(await findPooler(pooled)).toEqual({ isPooled: true, preparesNames: keepsNames });
  expect(await findPooler(bare.connectionString)).toEqual({ isPooled: false, preparesNames: true });
});

test.skipIf(!isInstalled)(
  "daybook migrates, serves and books through PgBouncer, from two processes at once",
  async () => {
    const migrated = daybook(["migrate"], environment());
    expect(await migrated.ended, migrated.errors()).toBe(0);
    const direct = openDatabase({ connectionString: bare.connectionString });
    const salon = await createSalon(direct, systemClock);
    await direct.close();
    const folders = [newDataFolder(), newDataFolder()];
    const servers = await Promise.all(
      folders.map((one) =>
        startServer(one.dataDir, { ...environment(), DAYBOOK_DATA_DIR: one.dataDir, command: "start" }),
      ),
    );
    const headers = { authorization: `Bearer ${salon.key}`, "content-type": "application/json" };
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, caller) => {
        const base = `${servers[caller % 2]?.address}/api/v1/businesses/${salon.businessId}`;
        const seen: number[] = [];
        for (let index = 0; index < 15; index++) {
          const first_name = `Client ${caller} ${index}`;
          const body = JSON.stringify({ first_name });
          seen.push((await fetch(`${base}/clients`, { method: "POST", headers, body })).status);
          seen.push((await fetch(`${base}/services`, { headers })).status);
        }
        return seen;
      }),
    );
    expect([...new Set(statuses.flat())].sort()).toEqual([200, 201]);
    expect((await fetch(`${servers[0]?.address}/health/ready`)).status).toBe(200);
    for (const server of servers) server.child.kill("SIGTERM");
    for (const server of servers) {
      expect(await server.ended).toBe(0);
      expect(server.errors()).not.toMatch(/prepared statement|failed/);
    }
    for (const one of folders) one.remove();
  },
  240_000,
);

test.skipIf(!isInstalled)(
  "statements have the settings of Daybook in and outside of transactions, and leave none behind",
  async () => {
    const database = openDatabase({
      connectionString: pooled,
      poolSize: 8,
      pooler: await findPooler(pooled),
    });
    const expected = { zone: "UTC", seqscan: "off", lock: "3s", statement: "15s" };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2
          ? database.query(readSettings, {})
          : database.transaction((tx) => tx.query(readSettings, {})),
      ),
    );
    expect(answers).toEqual(answers.map(() => [expected]));
    await database.close();
    const other = new pg.Client({ connectionString: pooled });
    await other.connect();
    const { rows } = await other.query("show enable_seqscan");
    expect(rows).toEqual([{ enable_seqscan: "on" }]);
    await other.end();
  },
);

test.skipIf(!isInstalled)(
  "doctor names the pooler; backup and restore ask for a direct connection",
  async () => {
    const checked = daybook(["doctor"], environment());
    await checked.ended;
    expect(checked.output()).toMatch(/ok {5}pooler {6}between Daybook and PostgreSQL/);
    const backup = daybook(["backup", join(folder, "backup.tar")], environment());
    expect(await backup.ended).toBe(1);
    expect(backup.errors()).toContain("daybook backup needs a direct connection");
  },
  120_000,
);

test.runIf(!isInstalled)("skipped: pgbouncer is not installed on this machine", () => {});
