import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { type CheckedArchive, checkArchive, EXPORT } from "../../src/platform/backup/index.ts";
import { findPooler, openDatabase } from "../../src/platform/database/index.ts";
import { bareDatabase } from "../fixtures/database.ts";
import { createSalon } from "../fixtures/salon.ts";
import { sql } from "../fixtures/sql.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { testApp } from "../fixtures/testApp.ts";
import { daybook, newDataFolder } from "./daybook.ts";
import { pgBouncerCases, startPgBouncer } from "./pgbouncer.ts";

const work = temporaryFolder("pooled-export");

type Manifest = CheckedArchive["manifest"];

/**
 * Removes the values that differ between exports: the time, and the invitations that the export contains instead of business
 * members, because each export generates random tokens for the invitations.
 */
function comparable({ made_at: _, entries, ...manifest }: Manifest) {
  return { ...manifest, entries: entries.filter(({ name }) => !name.startsWith("tables/invitations/")) };
}

async function ran(words: readonly string[], environment: Record<string, string>): Promise<string> {
  const command = daybook(words, environment);
  expect(await command.ended, command.errors()).toBe(0);
  return command.output();
}

test.each(pgBouncerCases)(
  "through $name, the export of a business has the same rows as through a direct connection, and can be imported",
  async (pgBouncer) => {
    const open = await testApp();
    const { businessId } = open.salon;
    expect((await open.book("2027-03-02T09:00:00+01:00", open.salon.cut)).status).toBe(201);
    await createSalon(open.database, systemClock);
    const pooler = await startPgBouncer(pgBouncer, open.connectionString);
    const dataDir = newDataFolder();
    const exportTo = async (name: string, connectionString: string) => {
      const file = join(work, `${pgBouncer.name.replaceAll(" ", "-")}-${name}.daybook`);
      await ran(["export-business", businessId, file], {
        DATABASE_URL: connectionString,
        DAYBOOK_DATA_DIR: dataDir,
      });
      return { file, manifest: (await checkArchive(file, EXPORT)).manifest };
    };
    const direct = await exportTo("direct", open.connectionString);

    // Other clients compete with the export for the pooler's few server connections.
    const database = openDatabase({
      connectionString: pooler.connectionString,
      poolSize: 8,
      pooler: await findPooler(pooler.connectionString),
    });
    let isExporting = true;
    const readers = Array.from({ length: 8 }, async () => {
      while (isExporting) await database.transaction((tx) => sql(tx)<{ one: number }>`select 1 as one`);
    });
    const pooled = await exportTo("pooled", pooler.connectionString).finally(() => {
      isExporting = false;
    });
    await Promise.all(readers);
    await database.close();

    expect(pooled.manifest.tables.find(({ name }) => name === "appointments")?.rows).toBe(1);
    expect(comparable(pooled.manifest)).toEqual(comparable(direct.manifest));

    const there = await bareDatabase();
    const output = await ran(["import-business", pooled.file], {
      DATABASE_URL: there.connectionString,
      DAYBOOK_DATA_DIR: dataDir,
    });
    expect(output).toContain("Imported the business");
    await pooler.stop();
    await Promise.all([open.close(), there.drop()]);
  },
  240_000,
);

test.runIf(pgBouncerCases.length === 0)("skipped: pgbouncer is not installed on this machine", () => {});
