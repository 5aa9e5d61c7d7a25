import { resolve } from "node:path";
import { systemClock } from "../kernel/clock.ts";
import { hashOfToken, newLinkToken } from "../kernel/tokens.ts";
import { checkArchive, EXPORT, importExport } from "../platform/backup/index.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import type { Config } from "../platform/config.ts";
import { migrate } from "../platform/database/index.ts";
import { StartupError } from "../platform/startupError.ts";
import type { ImportBusinessCommand } from "./commandLine.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";
import { summaryOf } from "./verifyBackup.ts";

const VALID_MS = 7 * 86_400_000;

/** The part of a database client that this file needs. */
interface Connection {
  query(sql: string, values: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** The invitation of a business member. The link of the invitation contains the token; the database stores only its hash. */
export interface Invited {
  readonly email: string;
  readonly role: string;
  readonly token: string;
}

/**
 * `daybook import-business FILE`: writes the export of a business into this installation, with the same ids, and prints an
 * invitation link for each business member instead of sending it. Checks the whole file before it opens the database.
 *
 * @throws {StartupError} if the file is damaged or from another release, or if the business already exists; nothing is written
 * then.
 */
export async function importBusiness(
  command: ImportBusinessCommand,
  config: Config,
  session: Session,
): Promise<void> {
  const file = resolve(command.file);
  const { manifest } = await checkArchive(file, EXPORT).catch((error: unknown) => {
    throw error instanceof StartupError
      ? new StartupError(`${file} cannot be imported. ${error.message} Nothing was written.`)
      : error;
  });
  const { connectionString } = await openConnection(config, session, command.name);
  await migrate(connectionString, session.say);
  let invited: readonly Invited[] = [];
  await importExport({
    file,
    manifest,
    connectionString,
    blobs: openBlobs(config),
    beforeCommit: async (client) => {
      invited = await renewInvitations(client, manifest.business?.id ?? "", systemClock.now());
    },
  });
  console.log(`Imported the business "${manifest.business?.slug}": ${summaryOf(manifest)}.`);
  const address = (config.publicUrl ?? `http://127.0.0.1:${config.port}`).replace(/\/+$/, "");
  for (const { email, role, token } of invited)
    console.log(`  ${email}  ${role}  ${address}/invitation?token=${token}`);
  session.say(
    "Send each member their link within seven days: they sign in, or sign up with that e-mail address.",
  );
  session.say("Webhooks are disabled and need new secrets. API keys and kiosk PINs must be created again.");
}

/**
 * Creates new tokens for the invitations of a business, valid for seven days from `now`. Returns the invitations, owners first.
 */
export async function renewInvitations(
  client: Connection,
  businessId: string,
  now: number,
): Promise<Invited[]> {
  const { rows } = await client.query(
    "select id, email, role from invitations where business_id = $1 order by role <> 'owner', email",
    [businessId],
  );
  const invited: Invited[] = [];
  for (const { id, email, role } of rows as readonly (Invited & { readonly id: string })[]) {
    const token = newLinkToken();
    await client.query(
      "update invitations set token_sha256 = $3, expires_at = $4 where business_id = $1 and id = $2",
      [businessId, id, hashOfToken(token), new Date(now + VALID_MS)],
    );
    invited.push({ email, role, token });
  }
  return invited;
}
