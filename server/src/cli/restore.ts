import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type CheckedArchive, checkArchive, matchesSecret, restoreBackup } from "../platform/backup/index.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import type { Config } from "../platform/config.ts";
import { createDataFolder } from "../platform/embedded/index.ts";
import { findSecret, secretFile } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";
import type { RestoreCommand } from "./commandLine.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";
import { summaryOf, warnAboutCounts } from "./verifyBackup.ts";

/**
 * `daybook restore FILE`: restores a backup into an empty database. Checks the whole file and the secret before it creates or
 * changes the database.
 *
 * @throws {StartupError} if the restore is not possible; the database is still empty then.
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
    // The secret of the backup is stored, because the first start would otherwise generate a new one.
    beforeCommit: () => {
      if (newSecret !== null) keepInFolder(config.dataDir, newSecret);
    },
  });
  console.log(`Restored the backup of ${manifest.made_at}: ${summaryOf(manifest)}.`);
  warnAboutCounts(archive, session.say);
  if (newSecret !== null) session.say(`The installation's secret is in ${secretFile(config.dataDir)}.`);
  session.say("E-mails and webhooks that were due when the backup was made are sent when Daybook starts.");
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
 * Returns the secret to write into the data folder, or null if none needs to be written. The backed-up installation's secret is
 * needed for the data that was encrypted or signed with it.
 */
function secretToKeep(
  { manifest, secret }: CheckedArchive,
  config: Config,
  takesAnother: boolean,
): string | null {
  const { check } = manifest.secret;
  const current = findSecret(config);
  if (takesAnother || check === null || (current !== undefined && matchesSecret(check, current))) return null;
  if (current === undefined && secret !== null) return secret;
  const way =
    "or pass --with-another-secret: all users must then sign in again, and webhooks need new secrets.";
  if (current === undefined)
    throw new StartupError(
      `The backup does not contain the installation's secret. Set DAYBOOK_SECRET to that secret, ${way}`,
    );
  const where = config.secret === undefined ? secretFile(config.dataDir) : "DAYBOOK_SECRET";
  throw new StartupError(
    `${where} contains a different secret than the backed-up installation. Replace this secret with the secret of the backed-up installation${secret === null ? "" : " (or remove it: the backup contains the secret)"}, ${way}`,
  );
}

function keepInFolder(dataDir: string, secret: string): void {
  createDataFolder(dataDir);
  writeFileSync(secretFile(dataDir), `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
}
