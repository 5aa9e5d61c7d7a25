import { spawnSync } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { migrate } from "../../src/platform/database/index.ts";
import { startEmbedded } from "../../src/platform/embedded/index.ts";
import { withClient } from "../fixtures/testNodes.ts";
import { newDataFolder } from "./daybook.ts";

/**
 * Creates a data folder with a migrated, empty embedded database: a copy of a database that is created once per run. Creating and
 * migrating a database takes two seconds of CPU time. The folder has no secret, and no server has used it yet.
 */
export async function migratedDataFolder(): Promise<string> {
  const dataDir = newDataFolder();
  await fillWithDatabase(dataDir);
  return dataDir;
}

/** Copies a migrated, empty database into a data folder that all users may enter. */
export async function fillWithDatabase(dataDir: string): Promise<void> {
  const template = join(inject("runFolder"), "migrated-database");
  await withClient(inject("testServer"), async (client) => {
    // The lock serializes the test files. PostgreSQL releases it when the connection closes.
    await client.query("select pg_advisory_lock(20270330)");
    if (!existsSync(template)) await createTemplate(template);
  });
  // `cp -a` keeps the owners and permissions that PostgreSQL requires.
  const { status, stderr } = spawnSync("cp", ["-a", template, join(dataDir, "postgres")], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The database could not be copied: ${stderr}`);
}

async function createTemplate(template: string): Promise<void> {
  const dataDir = newDataFolder();
  const database = await startEmbedded({ dataDir, log: () => {} });
  await migrate(database.connectionString);
  await database.stop();
  renameSync(join(dataDir, "postgres"), template);
}
