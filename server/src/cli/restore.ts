import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type CheckedArchive, checkArchive, isMadeOf, restoreBackup } from "../platform/backup/index.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import type { Config } from "../platform/config.ts";
import { makeDataFolder } from "../platform/embedded/index.ts";
import { findSecret, secretFile } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";
import type { RestoreCommand } from "./commandLine.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";

/**
 * `daybook restore FILE`: fills an empty database with a backup. The whole file and the secret are checked before a database is
 * touched, or even made.
 *
 * @throws {StartupError} saying why not; the database is then as empty as it was.
 */
export async function restore(command: RestoreCommand, config: Config, session: Session): Promise<void> {
  const file = resolve(command.file);
  const archive = await checkedArchive(file);
  const { manifest } = archive;
  const newSecret = secretToKeep(archive, config, command.withAnotherSecret);
  const { connectionString } = await openConnection(config, session, command.name);
  await restoreBackup({
    file,
    manifest,
    connectionString,
    blobs: openBlobs(config),
    log: session.say,
    // A database whose secret is missing would be given a new one at its first start.
    beforeCommit: () => {
      if (newSecret !== null) keepInFolder(config.dataDir, newSecret);
    },
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString("en");
  console.log(
    `Restored what was there at ${manifest.made_at}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.blobs.count} images.`,
  );
  if (newSecret !== null) session.say(`The installation's secret is in ${secretFile(config.dataDir)}.`);
  session.say("Mail and webhooks that were due then are sent when Daybook starts.");
}

async function checkedArchive(file: string): Promise<CheckedArchive> {
  try {
    return await checkArchive(file);
  } catch (error) {
    throw error instanceof StartupError
      ? new StartupError(`${file} cannot be restored. ${error.message} Nothing was written.`)
      : error;
  }
}

/**
 * The secret to write into the data folder, or null when the right one is in place. What the old installation sealed and
 * signed is of use only with the secret it had.
 */
function secretToKeep(
  { manifest, secret }: CheckedArchive,
  config: Config,
  takesAnother: boolean,
): string | null {
  const { check } = manifest.secret;
  const kept = findSecret(config);
  if (takesAnother || check === null || (kept !== undefined && isMadeOf(check, kept))) return null;
  if (kept === undefined && secret !== null) return secret;
  const way = "or say --with-another-secret: then everybody signs in anew, and webhooks need new secrets.";
  if (kept === undefined)
    throw new StartupError(
      `The backup was made without its installation's secret. Set DAYBOOK_SECRET to it, ${way}`,
    );
  const where = config.secret === undefined ? secretFile(config.dataDir) : "DAYBOOK_SECRET";
  throw new StartupError(
    `${where} holds another secret than the installation the backup was made of. Put that one there${secret === null ? "" : " (or nothing: the backup holds it)"}, ${way}`,
  );
}

function keepInFolder(dataDir: string, secret: string): void {
  makeDataFolder(dataDir);
  writeFileSync(secretFile(dataDir), `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
}
