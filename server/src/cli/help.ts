import { readFileSync } from "node:fs";
import { EVENT_SCOPES } from "../kernel/events.ts";
import { SCOPES } from "../kernel/scopes.ts";

export const helpText = `daybook: the system that salons, barbers, spas and clinics run their day on

  daybook start       start the database, migrations, server and worker; load the demo salon if the database is empty
  daybook web         start the database, migrations and server, without the demo and the worker
  daybook worker      deliver webhooks and e-mails and run background jobs; any number of workers per server
  daybook migrate [--citus]
                      update the database; with --citus, also distribute its tables on a Citus cluster
  daybook demo        load the demo salon into an empty database
  daybook key create --business ID_OR_SLUG --label TEXT --scopes SCOPE,SCOPE
                      create an API key and print it once
  daybook business create --name TEXT --owner-email ADDRESS --country DE --currency EUR --time-zone Europe/Berlin
                      [--owner-name TEXT] [--type salon]
                      create a business; print a password once if its owner is new
  daybook listen [--forward-to URL] [--events EVENT,EVENT] [--secret SECRET] [--url SERVER] [--key KEY]
                      print the events of a business as they happen, and send each to a URL, signed like a webhook
  daybook trigger EVENT [--url SERVER] [--key KEY]
                      trigger an event in a sandbox
  daybook backup FILE [--without-secret]
                      back up the installation to one file while the server runs, and verify the file
  daybook backup --verify FILE
                      check every checksum and count of a backup; needs no database
  daybook restore FILE [--with-another-secret]
                      restore a backup into an empty database
  daybook export-business BUSINESS FILE
                      export all data of one business (id or slug) to one file while the server runs
  daybook import-business FILE
                      import the export of a business into this installation, and print the invitations
  daybook doctor      check the installation, one line per check
  daybook help
  daybook --version

Scopes: ${SCOPES.join(", ")}
Events: ${Object.keys(EVENT_SCOPES).join(", ")}
The API key of listen and trigger can also be set in the environment variable DAYBOOK_API_KEY.

In a clone, run "npm start" for daybook start and "npm run daybook -- …" for the rest.
Settings are environment variables: PORT, HOST, DATABASE_URL (without it, Daybook runs its own
PostgreSQL in DAYBOOK_DATA_DIR, ./data), and others listed in docs/operate.md.`;

/** Returns the output of `daybook --version`. */
export function versionText(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return version;
}
