import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { vi } from "vitest";
import { freePort } from "./freePort.ts";

/** A version of PgBouncer with a configuration to test. */
export interface PgBouncerCase {
  readonly name: string;
  readonly program: string;
  /** Additional lines for the configuration file. */
  readonly settings: string;
  /** Whether named prepared statements work on every server connection. */
  readonly keepsNames: boolean;
}

/**
 * Each installed PgBouncer in transaction mode: the program in `PATH` and the program in `DAYBOOK_TEST_PGBOUNCER`. Versions
 * from 1.21 support prepared statements and are tested with and without them.
 */
export const pgBouncerCases: readonly PgBouncerCase[] = ["pgbouncer", process.env.DAYBOOK_TEST_PGBOUNCER]
  .filter((program) => program !== undefined)
  .flatMap((program) => {
    const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
    const [, version = "", minor = ""] = /^PgBouncer (1\.(\d+)\S*)/.exec(stdout ?? "") ?? [];
    if (version === "") return [];
    const name = `PgBouncer ${version}`;
    if (Number(minor) < 21) return [{ name, program, settings: "", keepsNames: false }];
    return [200, 0].map((count) => ({
      name: `${name} with max_prepared_statements = ${count}`,
      program,
      settings: `max_prepared_statements = ${count}`,
      keepsNames: count > 0,
    }));
  });

export interface PgBouncer {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer with few server connections, so that clients must share them. */
export async function startPgBouncer(
  { program, settings }: Pick<PgBouncerCase, "program" | "settings">,
  connectionString: string,
  poolMode: "transaction" | "statement" = "transaction",
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "daybook-pgbouncer-"));
  const { host, port, user, database } = new pg.Client({ connectionString });
  const listenPort = await freePort();
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
pool_mode = ${poolMode}
default_pool_size = 4
server_round_robin = 1
${settings}
`,
  );
  // PgBouncer refuses to run as root. It therefore runs as the owner of the socket folder, who may connect to the test
  // server.
  const asRoot = userInfo().uid === 0 ? ["-u", ownerOf(host)] : [];
  const child = spawn(program, [...asRoot, config], { stdio: "ignore" });
  const ended = once(child, "exit");
  const pooled = `postgresql://${user}@127.0.0.1:${listenPort}/${database}`;
  await vi.waitUntil(() => canConnect(pooled), { timeout: 30_000 });
  return {
    connectionString: pooled,
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ownerOf(path: string): string {
  return spawnSync("stat", ["-c", "%U", path], { encoding: "utf8" }).stdout.trim();
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
