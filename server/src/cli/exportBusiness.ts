import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { findBusinessId } from "../features/business/businesses/index.ts";
import { exportContents } from "../features/transfer/exports/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { draftOf, writeExport } from "../platform/backup/index.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import type { Config } from "../platform/config.ts";
import { migrate, openDatabase } from "../platform/database/index.ts";
import { StartupError } from "../platform/startupError.ts";
import { photoBlobs } from "../tables/clients.ts";
import type { ExportBusinessCommand } from "./commandLine.ts";
import { openConnection } from "./connection.ts";
import { versionText } from "./help.ts";
import type { Session } from "./session.ts";
import { counted, summaryOf } from "./verifyBackup.ts";

/**
 * `daybook export-business BUSINESS FILE`: writes all data of a business to one file while the server runs, and reads the file
 * back before it reports success.
 */
export async function exportBusiness(
  command: ExportBusinessCommand,
  config: Config,
  session: Session,
): Promise<void> {
  const file = resolve(command.file);
  const { connectionString, pooler } = await openConnection(config, session, command.name);
  await migrate(connectionString, session.say);
  const database = openDatabase({ connectionString, pooler, poolSize: 1 });
  session.beforeEnd(database.close);
  const businessId = await findBusinessId(database, command.business);
  if (businessId === null)
    throw new StartupError(`There is no business with the id or slug "${command.business}".`);
  // An interrupted export would leave an unfinished file.
  session.beforeEnd(() => rm(draftOf(file), { force: true }));
  const manifest = await writeExport({
    file,
    connectionString,
    businessId,
    contents: exportContents,
    blobs: { store: openBlobs(config), ...photoBlobs },
    daybookVersion: versionText(),
    now: systemClock.now(),
  });
  console.log(`${file}: ${summaryOf(manifest)}; verified.`);
  if (manifest.blobs.missing.length > 0)
    session.say(
      `Missing from the storage: ${counted(manifest.blobs.missing.length, "image")}, deleted during the export or lost.`,
    );
  session.say("The file contains the data of all clients, but no passwords, keys or secrets.");
}
