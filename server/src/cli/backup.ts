import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { systemClock } from "../kernel/clock.ts";
import { draftOf, writeBackup } from "../platform/backup/index.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import type { Config } from "../platform/config.ts";
import { hasEmbedded } from "../platform/embedded/index.ts";
import { findSecret } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";
import { photoBlobs } from "../tables/clients.ts";
import type { BackupCommand } from "./commandLine.ts";
import { openConnection } from "./connection.ts";
import { versionText } from "./help.ts";
import type { Session } from "./session.ts";
import { counted } from "./verifyBackup.ts";

/**
 * `daybook backup FILE`: writes a consistent snapshot of the installation into one file while the server runs, and reads the
 * file back before it reports success. The file includes a secret that Daybook generated, unless the command excludes it, but
 * no secret that the operator set (decision 27).
 */
export async function backup(command: BackupCommand, config: Config, session: Session): Promise<void> {
  const file = resolve(command.file);
  if (!config.databaseUrl && !hasEmbedded(config.dataDir))
    throw new StartupError(`There is nothing to back up: ${config.dataDir} has no database.`);
  const secret = findSecret(config);
  if (secret === undefined && config.databaseUrl && !command.withoutSecret)
    throw new StartupError(
      `The secret of this installation is neither in DAYBOOK_SECRET nor in ${config.dataDir}. Set DAYBOOK_SECRET or DAYBOOK_DATA_DIR to the value that the server uses, or pass --without-secret.`,
    );
  const { connectionString } = await openConnection(config, session, command.name);
  const included = secret !== undefined && config.secret === undefined && !command.withoutSecret;
  // An interrupted backup would leave an unfinished file.
  session.beforeEnd(() => rm(draftOf(file), { force: true }));
  const done = await writeBackup({
    file,
    connectionString,
    blobs: { store: openBlobs(config), ...photoBlobs },
    secret: { value: secret ?? null, included },
    daybookVersion: versionText(),
    now: systemClock.now(),
  });
  console.log(
    `${file}: ${counted(done.rows, "row")} of ${counted(done.tables, "table")}, ${counted(done.blobs, "image")}; verified.`,
  );
  if (done.missingBlobs.length > 0)
    session.say(
      `Missing from the storage: ${counted(done.missingBlobs.length, "image")}, deleted during the backup or lost.`,
    );
  session.say(
    included
      ? "The file contains the data of all clients and the installation's secret: protect it like the server itself."
      : "The file contains the data of all clients, but not the installation's secret: a restore requires DAYBOOK_SECRET.",
  );
}
